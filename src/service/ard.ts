// The registry of ARD: what agents can connect to among the listings, found by the engine of
// recommend, filtered and counted by the fields of its entries.
import { detailOf } from '#catalog/listing-view.ts'
import { type ArdEntry, type ArdQuery, exploreArd, listArd, searchArd } from '#contract/ard.ts'
import { limits } from '#contract/limits.ts'
import { cleanText } from '#contract/text.ts'
import { ardEntry } from '#present/product/ard-entry.ts'
import { recommend } from '#search/recommend.ts'
import { handling } from './answer.ts'
import type { Reader } from './service.ts'

/** Every entry that matches a query: with a text the best first. */
async function matches({ text, filter }: ArdQuery, { catalog, urls }: Reader) {
  const published = await catalog.current()
  const task = cleanText(text ?? '')
  const found =
    task === ''
      ? published
          .list({ task: 'all', sort: 'newest', offset: 0, limit: published.total })
          .listings.map((listing) => ({ listing, score: 0 }))
      : recommend(published.index, {
          task,
          stack: [],
          useCase: null,
          limit: limits.ard.matches,
        }).recommended.map(({ entry, score }) => ({
          listing: published.product(entry.slug)!,
          score,
        }))
  return found.flatMap(({ listing, score }) => {
    const entry = ardEntry(detailOf(listing), listing.examples(), urls)
    return entry && passes(entry, filter) ? [{ entry, score }] : []
  })
}

const passes = (entry: ArdEntry, filter: ArdQuery['filter']) =>
  Object.entries(filter).every(([field, wanted]) =>
    valuesAt(entry, field).some((value) => [wanted].flat().includes(value)),
  )

/** The values of an entry at a path in dots, as texts. The publisher is that of its identifier. */
function valuesAt(entry: ArdEntry, path: string): string[] {
  if (path === 'publisher') return [entry.identifier.split(':')[2]!]
  const [first = '', ...rest] = path.split('.')
  let values: unknown[] = [own(entry, first)].flat()
  for (const name of rest) values = values.flatMap((value) => own(value, name))
  return values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  )
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** A page of a list, with the token of the next one. */
function pageOf<T>(
  all: readonly T[],
  { pageSize, pageToken }: { pageSize: number; pageToken: string },
) {
  const end = Number(pageToken) + pageSize
  const next = end < all.length ? { pageToken: String(end) } : {}
  return { shown: all.slice(Number(pageToken), end), next }
}

const search = handling(searchArd, async ({ body }, service: Reader) => {
  const { shown, next } = pageOf(await matches(body.query, service), body)
  const results = shown.map(({ entry, score }) => ({ ...entry, score, source: service.urls.ard }))
  // No other registry is asked, and none is known to us that could be named.
  const referrals = body.federation === 'referrals' ? { referrals: [] } : {}
  return { status: 200, body: { results, ...referrals, ...next } }
})

const explore = handling(exploreArd, async ({ body }, service: Reader) => {
  const found = await matches(body.query, service)
  const facets = body.resultType.facets.map(({ field, limit, minCount }) => {
    const values = found.flatMap(({ entry }) => [...new Set(valuesAt(entry, field))])
    const all = [...Map.groupBy(values, (value) => value)]
      .map(([value, { length: count }]) => ({ value, count }))
      .filter(({ count }) => count >= minCount)
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    const beyond = all.slice(limit).map(({ count }) => count)
    const otherCount = beyond.reduce((sum, count) => sum + count, 0)
    return [field, { buckets: all.slice(0, limit), otherCount }] as const
  })
  const resultType = 'facets' as const
  return { status: 200, body: { resultType, facets: Object.fromEntries(facets) } }
})

const agents = handling(listArd, async ({ query }, service: Reader) => {
  const all = (await matches({ filter: {} }, service)).map(({ entry }) => entry)
  // The newest are first.
  if (query.orderBy === 'displayName')
    all.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
  const { shown, next } = pageOf(all, query)
  return { status: 200, body: { items: shown, total: all.length, ...next } }
})

export const ardHandlings = [search, explore, agents] as const
