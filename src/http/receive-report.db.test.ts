import { describe, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { freshClient, testStarters } from '#testing/service-parts.ts'
import { receiveReport } from './receive-report.ts'

const service = testStarters()

const address = 'https://proofstack.example/report'
const get = (query: string) => receiveReport(new Request(`${address}${query}`), service)
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  receiveReport(
    new Request(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-real-ip': freshClient(), host: 'proofstack.example', ...headers },
    }),
    service,
  )

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

  it('takes a report of a person, and says which fact it is about', async () => {
    const fields = { slug: 'n8n', about: 'line:typescript', message: 'Line 9 does.' }
    const page = await post({ ...fields, source: 'docs.n8n.io/x', email: '' })
    expect(page).toMatchObject({ status: 202, taken: 'the line that is cited for TypeScript' })
    const row = await service.db.selectFrom('reports').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      fact: 'line',
      tool: 'typescript',
      source: 'https://docs.n8n.io/x',
      email: null,
    })
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
