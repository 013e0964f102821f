import { beforeAll, describe, expect, it } from 'vitest'
import { ProductDetail } from '#contract/resources/product.ts'
import { testDatabase } from './database.ts'
import { findFalseReasons, isTrueReason } from './reasons.ts'
import { type Scored, means, measureRelevance } from './relevance.ts'
import { type TestService, callIn, startersService } from './service-parts.ts'

const database = testDatabase()
let service: TestService
let scored: Scored[]

beforeAll(async () => {
  service = await startersService(database.db)
  scored = await measureRelevance(async (id, address) => (await callIn(service, id, address)).body)
}, 300_000)

const of = (what: string, kinds?: string[]) =>
  scored.filter(({ query }) => query.for === what && (!kinds || kinds.includes(query.kind)))

// Floors a little below what `npm run relevance` prints. When one breaks, look at its worst ten
// before you move it.
describe.each(['tuned', 'held out'] as const)('over the %s half of the judged queries', (half) => {
  const ours = (what: string, kinds?: string[]) =>
    means(of(what, kinds).filter((entry) => entry.half === half))

  it.each([
    { what: 'search', kind: 'name', mrr: 0.98 },
    { what: 'search', kind: 'typo', mrr: 0.98 },
    { what: 'search', kind: 'phrase', ndcg: 0.81 },
    { what: 'search', kind: 'alternative', ndcg: 0.7 },
    { what: 'search', kind: 'filter', ndcg: 0.72 },
    { what: 'search', kind: 'none', ndcg: 0.9 },
    { what: 'recommend', kind: 'phrase', ndcg: 0.8 },
    { what: 'recommend', kind: 'use_case', ndcg: 0.8 },
    { what: 'recommend', kind: 'both', ndcg: 0.8 },
    { what: 'recommend', kind: 'none', ndcg: 0.83 },
  ])('$what answers $kind well', ({ what, kind, mrr = 0, ndcg = 0 }) => {
    const measured = ours(what, [kind])
    expect(measured.mrr).toBeGreaterThanOrEqual(mrr)
    expect(measured.ndcg).toBeGreaterThanOrEqual(ndcg)
  })

  it('names, parts of names and typos find what was meant', () => {
    expect(ours('search', ['name', 'partial', 'typo']).mrr).toBeGreaterThanOrEqual(0.98)
  })

  it('search puts the best answers on top', () => {
    const { mrr, ndcg } = ours('search')
    expect(mrr).toBeGreaterThanOrEqual(0.93)
    expect(ndcg).toBeGreaterThanOrEqual(0.88)
  })

  it('recommendations put the best answers on top', () => {
    const { mrr, ndcg } = ours('recommend')
    expect(mrr).toBeGreaterThanOrEqual(0.9)
    expect(ndcg).toBeGreaterThanOrEqual(0.79)
  })

  it('both together reach an nDCG@10 of 0.85', () => {
    expect(means(scored.filter((entry) => entry.half === half)).ndcg).toBeGreaterThanOrEqual(0.85)
  })
})

// By a hand that saw neither topics nor the other queries, and that nobody tuned for: issue 10 asks
// for .75, .75, and nothing for .88 and .95 of what is off topic.
it.each([
  { what: 'search', kind: 'phrase', ndcg: 0.77 },
  { what: 'recommend', kind: 'phrase', ndcg: 0.8 },
  { what: 'search', kind: 'none', ndcg: 0.88 },
  { what: 'recommend', kind: 'none', ndcg: 0.95 },
])('$what answers $kind well that were written blind', ({ what, kind, ndcg }) => {
  const blind = of(what, [kind]).filter(({ half }) => half === 'blind')
  expect(blind.length).toBeGreaterThanOrEqual(10)
  expect(means(blind).ndcg).toBeGreaterThanOrEqual(ndcg)
})

// By two strangers, one of whom nobody read before all was done: issue 10 asks for .75.
it.each([
  { half: 'stranger', what: 'search', count: 30, ndcg: 0.7 },
  { half: 'stranger', what: 'recommend', count: 30, ndcg: 0.67 },
  { half: 'sealed', what: 'search', count: 40, ndcg: 0.83 },
  { half: 'sealed', what: 'recommend', count: 40, ndcg: 0.75 },
])('$what answers the phrases of the $half half as well as it did', ({ half, what, ...least }) => {
  const theirs = of(what).filter((entry) => entry.half === half)
  expect(theirs).toHaveLength(least.count)
  expect(means(theirs).ndcg).toBeGreaterThanOrEqual(least.ndcg)
})

it('one of the first three answers is good for nine of ten sealed phrases', () => {
  const theirs = scored.filter(({ half }) => half === 'sealed')
  const good = theirs.filter(({ query, answers }) =>
    answers.slice(0, 3).some((answer) => (query.relevant[answer] ?? 0) >= 2),
  )
  expect(good.length).toBeGreaterThanOrEqual(0.9 * theirs.length)
})

it('all of the first three answers are of use for eight of ten sealed phrases', () => {
  const theirs = scored.filter(({ half }) => half === 'sealed')
  const allOfUse = theirs.filter(({ query, answers }) => {
    const first = answers.slice(0, 3)
    return first.length > 0 && first.every((answer) => (query.relevant[answer] ?? 0) >= 1)
  })
  expect(allOfUse.length).toBeGreaterThanOrEqual(0.8 * theirs.length)
})

it('a question without a good answer gets none', () => {
  const none = [...of('search', ['none']), ...of('recommend', ['none'])]
  expect(means(none).ndcg).toBeGreaterThanOrEqual(0.85)
})

it('at least 400 queries are judged, in every kind', () => {
  expect(scored.length).toBeGreaterThanOrEqual(400)
  expect(new Set(of('search').map(({ query }) => query.kind))).toEqual(
    new Set([
      'name',
      'partial',
      'typo',
      'tool',
      'use_case',
      'phrase',
      'alternative',
      'filter',
      'two',
      'none',
    ]),
  )
})

it('every reason of every recommendation is true of the listing', async () => {
  const { catalog, db } = service
  const published = await catalog.current()
  const { count, untrue } = await findFalseReasons(db, scored, {
    topics: catalog.topics,
    aliases: new Map(published.tools.map((tool) => [tool.slug, tool.aliases])),
    asks: new Map(
      scored
        .flatMap(({ reasons }) => reasons)
        .map(({ slug }) => [slug, published.product(slug)!.asks()]),
    ),
    product: async (slug) => ProductDetail.parse(JSON.parse(published.product(slug)!.detail())),
  })
  expect(count).toBeGreaterThan(500)
  expect(untrue).toEqual([])
}, 300_000)

it('a reason that is not true is told from one that is', async () => {
  const published = await service.catalog.current()
  const product = ProductDetail.parse(JSON.parse(published.product('aider')!.detail()))
  const asks = new Map([['aider', ['pair programmer in my shell']]])
  const known = { topics: service.catalog.topics, aliases: new Map<string, string[]>(), asks }
  const judged = (reason: string) => isTrueReason(service.db, reason, product, known)
  expect(await judged('Its description says "pair programming".')).toBe(true)
  expect(await judged('Its description says "pigeons".')).toBe(false)
  expect(await judged('People ask for it with "pair programmer in my shell".')).toBe(true)
  expect(await judged('People ask for it with "pair programmer".')).toBe(false)
  expect(await judged('Its topic is Coding agents.')).toBe(true)
  expect(await judged('Its topic is CRM.')).toBe(false)
  expect(await judged('It is built with Python, LiteLLM.')).toBe(true)
  expect(await judged('It is built with PostgreSQL.')).toBe(false)
  expect(await judged('It is wonderful.')).toBe(false)
})
