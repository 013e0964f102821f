import { describe, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { callIn, freshClient, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const about = { slug: 'n8n', fact: 'licence', message: 'It has another licence now.' }
const send = (body: object, { query = '', from = freshClient() } = {}) =>
  callIn(service, 'report_fact', `/reports${query}`, { body, from })
const stored = () => service.db.selectFrom('reports').selectAll().execute()
const toolOf = async (slug: string) =>
  (await service.catalog.current()).product(slug)!.tools()[0]!.slug

describe('a report', () => {
  it('is a row with what was said, and without the network address of who sent it', async () => {
    const tool = await toolOf('n8n')
    const source = 'https://github.com/n8n-io/n8n/blob/master/package.json#L3'
    const body = { ...about, fact: 'tool', tool, source, email: 'Ada@Example.com', extra: 1 }
    const answer = await send(body, { from: '203.0.113.77' })
    expect(answer).toMatchObject({
      status: 202,
      body: { report: expect.stringMatching(/^[\w-]{36}$/) },
    })
    const { report, status_url } = answer.body
    expect(status_url).toBe(`${service.urls.site}/report/${String(report)}`)
    const row = (await stored()).find(({ id }) => id === answer.body['report'])!
    expect(row).toMatchObject({ fact: 'tool', tool, source, email: 'ada@example.com' })
    expect(JSON.stringify(row)).not.toContain('203.0.113')
    expect(service.written.at(-1)).toEqual({ write: 'report', slug: 'n8n' })
  })

  it('of a missing tool names one of the directory, or none', async () => {
    for (const tool of ['redis', undefined]) {
      const { body } = await send({ ...about, fact: 'missing_tool', tool })
      const row = (await stored()).find(({ id }) => id === body['report'])
      expect(row).toMatchObject({ fact: 'missing_tool', tool: tool ?? null })
    }
  })

  it('with the same words is another report', async () => {
    const first = await send(about)
    expect((await send(about)).body).not.toEqual(first.body)
  })

  it('is five an hour from one address, and a refused one uses up none', async () => {
    const from = freshClient()
    for (let number = 0; number < 3; number++)
      expect((await send({ ...about, slug: 'nobody' }, { from })).status).toBe(404)
    for (let number = 0; number < 5; number++)
      expect((await send({ ...about, message: `Limit ${number}` }, { from })).status).toBe(202)
    const before = (await stored()).length
    for (const query of ['', '?dry_run=true']) {
      const refused = await send({ ...about, message: 'One more' }, { from, query })
      expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    }
    expect(await stored()).toHaveLength(before)
  })

  it('is twenty an hour from one IPv6 /48, whatever its blocks', async () => {
    for (let site = 0; site < 20; site++) {
      const body = { ...about, message: `Site ${site}` }
      expect((await send(body, { from: `2001:db8:77:${site}::1` })).status).toBe(202)
    }
    expect((await send(about, { from: '2001:db8:77:99::1' })).status).toBe(429)
  })

  it('as a dry run is checked, and creates and uses up nothing', async () => {
    const from = freshClient()
    const before = (await stored()).length
    for (let number = 0; number < 6; number++) {
      const answer = await send({ ...about, message: 'Dry' }, { from, query: '?dry_run=true' })
      expect(answer).toMatchObject({ status: 200, body: { valid: true } })
    }
    expect(await stored()).toHaveLength(before)
  })
})

describe('what is refused', () => {
  it('a pending listing is answered like an unknown one, word for word', async () => {
    const { slug } = await insertPending(service.db, { slug: 'waiting-listing-zq' })
    const answers = await Promise.all(
      [slug, 'unknown-listing-zq'].map((each) => send({ ...about, slug: each })),
    )
    expect(answers[0]!.status).toBe(404)
    expect(answers[0]!.body).toEqual(answers[1]!.body)
  })

  it.each([
    ['without a tool', { fact: 'tool' }, 'tool'],
    ['with a tool of another listing', { fact: 'line', tool: 'no-such-tool' }, 'tool'],
    ['of a missing tool that nobody knows', { fact: 'missing_tool', tool: 'no-such-tool' }, 'tool'],
    ['with an unknown fact', { fact: 'colour' }, 'fact'],
    ['without words', { message: ' \u200b ' }, 'message'],
    ['with too many words', { message: 'x'.repeat(1001) }, 'message'],
    ['with a source that is no web address', { source: 'javascript:alert(1)' }, 'source'],
    ['with no e-mail address', { email: 'ada' }, 'email'],
  ])('a report %s names the field', async (_, more, path) => {
    const { status, body } = await send({ ...about, ...more })
    expect(status).toBe(400)
    expect((body['details'] as { path: string }[]).map((one) => one.path)).toEqual([path])
  })
})
