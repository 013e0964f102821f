import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyOfBuilt } from '#testing/built-folder.ts'
import { type Scored, askSite, means, measureRelevance } from '#testing/relevance.ts'
import { type Service, removeFolder, startService } from '#testing/service.ts'

// A service of its own: what other tests approve must not change the answers.
let service: Service
let scored: Scored[]

beforeAll(async () => {
  service = await startService(await copyOfBuilt(inject('built')))
  scored = await measureRelevance(askSite(service.url))
})

afterAll(async () => {
  await service.stop()
  await removeFolder(service.dataDir)
})

const of = (what: string, kinds?: string[]) =>
  scored.filter(({ query }) => query.for === what && (!kinds || kinds.includes(query.kind)))

// Floors a little below what `npm run relevance` prints. When one breaks, look at its worst ten
// before you move it.
describe.each(['tuned', 'held out'] as const)('over the %s half of the judged queries', (half) => {
  const ours = (what: string, kinds?: string[]) =>
    means(of(what, kinds).filter((entry) => entry.half === half))

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

it('a question without a good answer gets none', () => {
  expect(
    means([...of('search', ['none']), ...of('recommend', ['none'])]).ndcg,
  ).toBeGreaterThanOrEqual(0.85)
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
