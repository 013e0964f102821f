import { describe, expect, it } from 'vitest'
import { reportFact } from '#contract/operations/report-fact.ts'
import { at, call, postForm } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { freshAddress, request } from '#testing/service.ts'

const headers = { 'content-type': 'application/json' }
const about = { slug: 'n8n', fact: 'state', message: 'It is worked on, says its changelog.' }

const send = (body: object, query = '') =>
  call(reportFact, `/reports${query}`, {
    headers,
    body: JSON.stringify(body),
    from: freshAddress(),
  })
const page = (path: string) => request(at(path))

describe('a report of a wrong fact', () => {
  it('leads from the page of a listing to the form, and by API and page to the desk', async () => {
    const listing = await page('/product/n8n')
    expect(listing.text).toContain('href="/report?slug=n8n&amp;fact=tool"')
    const form = await page('/report?slug=n8n&fact=state')
    expect(form.status).toBe(200)
    expect(form.text).toContain('<meta name="robots" content="noindex">')
    expect(form.text).toMatch(/<option value="state" selected[^>]*>/)
    expect(form.text).not.toContain('<script>')

    expect((await send(about, '?dry_run=true')).body).toEqual({ valid: true })
    const { status, body } = await send(about)
    expect(status).toBe(202)
    const fields = { slug: 'n8n', about: 'state', message: about.message, email: 'ada@x.example' }
    const sent = await postForm('/report', fields)
    expect(sent.status).toBe(303)
    const { location = '' } = sent.headers
    expect(location).toMatch(/\/report\/[\da-f-]{36}$/)
    const state = await request(String(location), { from: freshAddress() })
    expect(state.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(state.text).toContain('<meta name="robots" content="noindex">')
    expect(state.text).toContain('It is with the editors.')
    expect(state.text).not.toContain('ada@x.example')

    const listed = await editor(['reports', '--json'])
    const { reports } = JSON.parse(listed.stdout) as { reports: Record<string, unknown>[] }
    expect(reports).toContainEqual(
      expect.objectContaining({ id: body['report'], has_email: false }),
    )
    expect(reports).toContainEqual(
      expect.objectContaining({ message: about.message, has_email: true }),
    )
    expect(listed.stdout).not.toContain('ada@x.example')
  })

  it('about what is not listed is a 404', async () => {
    expect((await send({ ...about, slug: 'no-such-listing' })).status).toBe(404)
    expect((await page('/report?slug=no-such-listing')).status).toBe(404)
  })
})
