import { fifoCache } from '#core/fifo-cache.ts'
import { once } from '#core/once.ts'
import { type FacetGroup, withoutSunset } from '#present/lists/browse.ts'
import type { ListOrder } from '#present/lists/facet-choice.ts'
import type { ListingRecord } from './listing-record.ts'

/** What lists need of a listing, in memory: what it is filtered and ordered by. */
export type Card = ListingRecord['card'] & {
  /** The number of its row. */
  n: number
  /** The places of its facets, as the catalogue counts them. */
  facets: readonly number[]
}

/** Most lists kept per snapshot: 5 MB at 10,000 listings. The pages of a list share one. */
const mostLists = 64
/** The maximum number of facet counts kept per snapshot: 10 MB. */
const mostCounts = 400

/** What each order sorts by, greatest first; equal listings are in newest order. */
const orders: Record<ListOrder, ((card: Card) => number) | undefined> = {
  newest: undefined,
  popular: ({ viewCount }) => viewCount,
  active: ({ activeAt }) => activeAt,
  proved: ({ provedTools }) => provedTools,
  relevant: ({ relevance }) => relevance,
}

export type Lists = ReturnType<typeof listsOf>

/** Compares two listings for newest order, the tie-break of every list. */
export function newestFirst(a: Card, b: Card): number {
  return b.approvedAt - a.approvedAt || (a.id < b.id ? -1 : 1)
}

/** Lists and counts of these listings, which are in newest order. `facets` has the place of each. */
export function listsOf(cards: readonly Card[], facets: ReadonlyMap<string, number>) {
  // The listings of each facet, from which a list begins: most facets have few.
  const having = once(() => {
    const lists = Array.from({ length: facets.size }, (): Card[] => [])
    for (const card of cards) for (const place of card.facets) lists[place]!.push(card)
    return lists
  })
  const keepLists = fifoCache<string, readonly Card[]>(mostLists)
  const keepCounts = fifoCache<string, ReadonlyMap<string, number>>(mostCounts)

  /** Facets that no listing has are left out, so that no key of a cache is as long as a question. */
  const placesOf = (groups: readonly FacetGroup[]) =>
    withoutSunset(groups).flatMap((group) => {
      const places = group.flatMap((key) => facets.get(key.replace(/^-/, '')) ?? [])
      return group[0]?.startsWith('-') ? places.map((place) => [~place]) : [places]
    })
  const keyOf = (groups: readonly number[][]) =>
    groups
      .map((group) => group.toSorted().join())
      .toSorted()
      .join(' ')

  /** The listings that have at least one facet of each group; without groups those not sunset. */
  const matching = (groups: readonly FacetGroup[], order: ListOrder = 'newest') => {
    const wanted = placesOf(groups)
    return keepLists(`${order} ${keyOf(wanted)}`, () => {
      const [fewest = cards] = wanted
        .flatMap(([one, ...others]) =>
          one === undefined || one < 0 || others.length > 0 ? [] : [having()[one] ?? []],
        )
        .toSorted((a, b) => a.length - b.length)
      const found = fewest.filter((card) => wanted.every((any) => hasAny(card.facets, any)))
      const by = orders[order]
      return by ? found.sort((a, b) => by(b) - by(a)) : found
    })
  }

  return {
    matching,
    /** For each facet, how many of the matching listings have it. */
    counts: (groups: readonly FacetGroup[]) =>
      keepCounts(keyOf(placesOf(groups)), () => {
        const counts = new Uint32Array(facets.size)
        for (const card of matching(groups)) for (const place of card.facets) counts[place]!++
        const counted = [...facets].filter(([, place]) => counts[place]! > 0).toSorted()
        return new Map(counted.map(([key, place]) => [key, counts[place]!]))
      }),
  }
}

/** Whether a listing has one of the wanted facets; `~place` is wanted to be missing. */
const hasAny = (facets: readonly number[], wanted: readonly number[]) =>
  wanted.some((one) => (one < 0 ? !facets.includes(~one) : facets.includes(one)))
