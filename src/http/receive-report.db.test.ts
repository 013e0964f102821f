import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decideReport } from '#editorial/decide-report.ts'
import { insertPending } from '#testing/builders.ts'
import { rowOf, setRows } from '#testing/rows.ts'
import { postForm, testStarters } from '#testing/service-parts.ts'
import { receiveReport, receiveReportState } from './receive-report.ts'

const service = testStarters()

const address = 'https://proofstack.example/report'
const get = (query: string) => receiveReport(new Request(`${address}${query}`), service)
const post = (fields: Record<string, string>, headers?: Record<string, string>) =>
  receiveReport(postForm('/report', fields, headers), service)

describe('the form', () => {
  it('begins with the fact of the link, and shows what the page says of it', async () => {
    const page = await get('?slug=n8n&fact=tool&tool=typescript&message=Buy')
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(page.choices.filter(({ isChosen }) => isChosen)).toMatchObject([
      { value: 'tool:typescript', label: 'that it is built with TypeScript' },
    ])
    expect(page.shown!.says).toMatch(/^TypeScript: /)
    // No text comes with a link.
    expect([...page.typed.keys()]).toEqual(['slug', 'fact', 'tool'])
  })

  it('of a link to the stack begins with its first tool', async () => {
    const { choices } = await get('?slug=n8n&fact=tool')
    expect(choices.find(({ isChosen }) => isChosen)!.value).toMatch(/^tool:/)
  })

  it('asks for the listing when none is named', async () => {
    for (const query of ['', '?slug=', '?slug=%20'])
      expect(await get(query)).toMatchObject({ status: 200, choices: [] })
  })

  it('knows a pending listing no more than an unknown one', async () => {
    const { slug } = await insertPending(service.db)
    const { typed: _, ...pending } = await get(`?slug=${slug}`)
    const { typed: __, ...unknown } = await get('?slug=no-such-listing')
    expect(pending).toEqual(unknown)
    expect(pending).toMatchObject({ status: 404, choices: [] })
  })

  it('takes a report of a person, and leads to its page', async () => {
    const fields = { slug: 'n8n', about: 'line:typescript', message: 'Line 9 does.' }
    const page = await post({ ...fields, source: 'docs.n8n.io/x', email: '' })
    const row = await service.db.selectFrom('reports').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      fact: 'line',
      tool: 'typescript',
      source: 'https://docs.n8n.io/x',
      email: null,
    })
    expect(page.location).toBe(`${service.urls.site}/report/${row.id}`)
  })

  it('says beside each field what is wrong with it, and keeps what was typed', async () => {
    const page = await post({ slug: 'n8n', about: 'tool:cobol', message: 'Not so.', email: 'ada' })
    expect(page.status).toBe(400)
    expect(page.problem!.details.map(({ path }) => path)).toEqual(['email'])
    const other = await post({ slug: 'n8n', about: 'tool:cobol', message: 'Not so.' })
    expect(other.problem!.details.map(({ path }) => path)).toEqual(['about'])
    expect(other.typed.get('message')).toBe('Not so.')
  })

  it('is taken from pages of this site alone', async () => {
    const fields = { slug: 'n8n', about: 'text', message: 'Not so.' }
    const page = await post(fields, { origin: 'https://other.example' })
    expect(page.status).toBe(403)
  })
})

describe('the page of a report', () => {
  it('says what became of it, and nothing of who wrote it', async () => {
    const { db, urls } = service
    const about = { slug: 'n8n', about: 'missing_tool', message: 'It uses Redis.' }
    const { location = '' } = await post({ ...about, email: 'ada@x.example' })
    const report = location.split('/').at(-1)!
    const shown = () => receiveReportState(report, service)
    const decide = (state: 'mended' | 'junk' | 'open', answer: string | null = null) =>
      decideReport(db, { report, actor: 'eve', state, answer }, urls)
    const headers = { 'cache-control': 'no-store' }
    const listing = { slug: 'n8n', name: 'n8n' }
    const open = { state: 'open', about: 'a tool that is missing', listing, answer: null }
    expect(await shown()).toMatchObject({ status: 200, headers, report: open })
    await decide('junk', 'Noise.')
    expect(await shown()).toMatchObject({ report: { outcome: 'It is closed.', answer: null } })
    await decide('open')
    await decide('mended', 'Added.')
    const mended = await shown()
    expect(mended).toMatchObject({ report: { state: 'mended', answer: 'Added.' } })
    expect(JSON.stringify(mended)).not.toMatch(/ada@|uses Redis|eve/)
    const payload = { status_url: location }
    expect(await rowOf(db, 'outbox', { to_email: 'ada@x.example' })).toMatchObject({ payload })
    // Its listing is public no more.
    await setRows(db, 'reports', { id: report }, { product_id: (await insertPending(db)).id })
    expect(await shown()).toMatchObject({
      report: { outcome: 'It is closed.', listing: undefined },
    })
  })

  it('is a 404 for an id that nobody has', async () => {
    for (const id of [randomUUID(), 'n8n', "'"])
      expect(await receiveReportState(id, service)).toMatchObject({ status: 404 })
  })
})
