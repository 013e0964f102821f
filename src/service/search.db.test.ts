import { beforeAll, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { editListing } from '#editorial/edit.ts'
import { withdrawListing } from '#editorial/withdraw.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, approve, callIn, startersService } from '#testing/service-parts.ts'

const database = testDatabase()
let service: TestService
/** How far the clock is ahead, in ms: what changed is asked for every few seconds. */
let later = 0
beforeAll(async () => {
  const clock = () => new Date(Date.now() + later)
  service = await startersService(database.db, { clock })
})

interface Result {
  type: 'tool' | 'product'
  slug: string
  name: string
  href: string
}

const find = async (q: string, more = '') => {
  const answer = await callIn(service, 'search', `/search?q=${encodeURIComponent(q)}${more}`)
  return { ...answer, ...(answer.body as unknown as { results: Result[]; query: string }) }
}

it('an empty or missing query gives an empty list', async () => {
  for (const path of [
    '/search',
    '/search?q=',
    '/search?q=%20%20',
    '/search?q=...',
    '/search?q=%00',
  ]) {
    expect(await callIn(service, 'search', path)).toMatchObject({
      status: 200,
      body: { results: [] },
    })
  }
})

it.each(['nextjs', 'Next.js', 'next js', 'NEXT-JS', 'ｎｅｘｔ．ｊｓ', 'néxtjs', ' next\u200bjs '])(
  '%j finds Next.js first',
  async (q) => {
    const { results } = await find(q)
    expect(results[0]).toMatchObject({ type: 'tool', slug: 'nextjs' })
    expect(results.every(({ href }) => /^https?:\/\//.test(href))).toBe(true)
  },
)

it('an exact name comes before a prefix, a prefix before the text, and a typo still finds the name', async () => {
  expect((await find('langchain')).results[0]).toMatchObject({ slug: 'langchain' })
  expect((await find('chatw')).results[0]).toMatchObject({ slug: 'chatwoot' })
  expect((await find('chatwot')).results[0]).toMatchObject({ slug: 'chatwoot' })
  expect((await find('resercher')).results[0]).toMatchObject({ slug: 'gpt-researcher' })
})

it.each(['dify vs n8n', 'compare Dify and n8n', 'difference between dify and n8n', 'dify or n8n'])(
  '%j finds what it names',
  async (q) => {
    const { results } = await find(q)
    expect(results.slice(0, 2).map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['dify', 'n8n']),
    )
  },
)

it('a licence in words leaves out what is known to have another, and has its own first', async () => {
  const { results } = await find('AGPL browser agent')
  const first = results.slice(0, 2).map(({ slug }) => slug)
  for (const slug of first) expect(['skyvern', 'lightpanda', 'hyperagent']).toContain(slug)
  // Apache-2.0, by its proof.
  expect(results).not.toContainEqual(expect.objectContaining({ slug: 'nanobrowser' }))
  const closed = expect.objectContaining({ type: 'product', slug: 'claude-code' })
  expect((await find('claude coding agent')).results).toContainEqual(closed)
  expect((await find('open source claude coding agent')).results).not.toContainEqual(closed)
  const open = (await find('open source coding agent')).results
  expect(open).toContainEqual(expect.objectContaining({ slug: 'cline' }))
})

it('type and limit narrow the list, 20 results are given by default', async () => {
  const tools = await find('agent', '&type=tool&limit=3')
  expect(tools.results.length).toBeLessThanOrEqual(3)
  expect(tools.results.every(({ type }) => type === 'tool')).toBe(true)
  expect(
    (await find('agent', '&type=product')).results.every(({ type }) => type === 'product'),
  ).toBe(true)
  expect((await find('agent')).results).toHaveLength(20)
  expect((await find('agent', '&limit=50')).results.length).toBeGreaterThan(20)
})

it.each([
  '&',
  '|',
  '!',
  ':*',
  "'",
  '"',
  '\\',
  'a & | !b <-> (c',
  "'; drop table products; --",
  '%_%',
  '$1',
  '😀',
  'x'.repeat(200),
  '*',
  '((((',
  'ﷺ',
  'İ',
  'ß',
])('a hostile query is a clean answer: %j', async (q) => {
  expect((await find(q)).status).toBe(200)
})

it('a query that is no valid UTF-8 is a clean answer', async () => {
  for (const bytes of ['%ED%A0%80', '%FF', '%E0%A4', '%C0%80'])
    expect((await callIn(service, 'search', `/search?q=a${bytes}b`)).status).toBe(200)
})

it.each([
  'q=' + 'x'.repeat(201),
  'q=' + 'x'.repeat(4000),
  'q=a&limit=0',
  'q=a&limit=51',
  'q=a&type=person',
])('%s is refused', async (query) => {
  expect(await callIn(service, 'search', `/search?${query}`)).toMatchObject({
    status: 400,
    body: { error_code: 'VALIDATION_ERROR' },
  })
})

it('a listing is found once it is approved, by its new name once corrected, and no more once withdrawn', async () => {
  const { db } = database
  const decision = { slug: 'zebrafinch-mailer', actor: 'ada' }
  await insertPending(db, { slug: decision.slug, name: 'Zebrafinch Mailer' })
  const found = async (q: string) => {
    later += 5_000
    return (await find(q)).results.map(({ slug }) => slug)
  }
  expect(await found('zebrafinch')).toEqual([])
  await approve(db, decision.slug)
  expect(await found('zebrafinch')).toEqual([decision.slug])
  const where = { urls: service.urls, codeHosts: [] }
  await editListing(db, { ...decision, corrections: { name: 'Quillfeather' } }, where)
  expect(await found('quillfeather')).toEqual([decision.slug])
  await withdrawListing(db, { ...decision, reason: 'It was closed.' }, service.urls)
  expect(await found('quillfeather')).toEqual([])
})

it('a query that finds nothing says so and names what is near; one that finds something has no note', async () => {
  const mistyped = await find('lanngchaaain xyzzy')
  expect(mistyped.results).toEqual([])
  expect(mistyped.body['note']).toMatch(
    /^Nothing that is listed fits "lanngchaaain xyzzy" well enough\./,
  )
  const far = await find('zzqqxxyy')
  expect(far.body).toMatchObject({
    results: [],
    note: 'Nothing that is listed fits "zzqqxxyy" well enough. Try fewer or other words.',
  })
  for (const q of ['langchain', '', '...']) expect((await find(q)).body).not.toHaveProperty('note')
})
