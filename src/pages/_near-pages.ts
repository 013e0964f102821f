import { fewestAlternatives, mostAlternatives } from '#catalog/alternatives.ts'
import { type Paired, commonTopic, nearPartners } from '#catalog/compare-view.ts'
import { briefOf } from '#catalog/listing-view.ts'
import { type NearListing, nearListings } from '#catalog/near.ts'
import { catalog } from '#catalog/published.ts'
import { pairOf } from '#catalog/suggested-pairs.ts'
import { addresses } from '#core/addresses.ts'
import type { ComparedPair } from '#present/compared-pair.ts'
import { compareAddress } from '#present/side-by-side.ts'
import { prerenderedSlugs } from './product/_prerendered.ts'

/** Two listings whose comparison has its own page, in the order of the page's URL. */
export type Pair = [Paired, Paired]

const to = addresses('')
let pairs: Map<string, Pair> | undefined
let slugs: string[] | undefined
const near = new Map<string, NearListing[]>()

/** The listings most similar to a listing. Found once: pairs and alternatives ask several times. */
export function nearOf(slug: string): NearListing[] {
  let found = near.get(slug)
  if (!found) {
    found = nearListings(catalog, catalog.product(slug)!, mostAlternatives)
    near.set(slug, found)
  }
  return found
}

/** All comparisons that have their own page, by its path: pairs of similar listings. */
export function pairPages(): Map<string, Pair> {
  if (pairs) return pairs
  const filed = new Set(prerenderedSlugs())
  pairs = new Map()
  for (const slug of [...filed].sort()) {
    const listing = catalog.product(slug)!
    for (const other of nearPartners(slug, nearOf))
      if (slug < other.slug && filed.has(other.slug))
        pairs.set(to.comparePair(slug, other.slug), [briefOf(listing), other])
  }
  return pairs
}

const listingsOf = ([one, other]: Pair) =>
  [catalog.product(one.slug)!, catalog.product(other.slug)!] as const

/** A pair of `pairPages` with what both are built with; `topic` is named if the page does not. */
export function nearPair(href: string, pair: Pair, topic?: string): ComparedPair {
  return { ...pairOf(...listingsOf(pair), topic), href }
}

/** A topic with fewer pairs than this has no part of the page of its own. */
const fewestPairs = 3
/** A topic shows at most this many, those with the most tools in common. */
const mostPairs = 6

/**
 * Pairs that have their own page by the first topic that both listings have: topics with the most
 * pairs first, then the pairs of all other topics.
 */
export function pairsByTopic() {
  // Near listings share a topic.
  const byTopic = [
    ...Map.groupBy(pairPages(), ([, pair]) => commonTopic(listingsOf(pair))!.slug),
  ].map(([slug, pages]) => ({ topic: catalog.topics.find((one) => one.slug === slug)!, pages }))
  const order = (a: (typeof byTopic)[number], b: (typeof byTopic)[number]) =>
    b.pages.length - a.pages.length || a.topic.name.localeCompare(b.topic.name, 'en')
  const [large, small] = [true, false].map((isLarge) =>
    byTopic.filter(({ pages }) => pages.length >= fewestPairs === isLarge).sort(order),
  ) as [typeof byTopic, typeof byTopic]
  return {
    topics: large.map(({ topic, pages }) => ({
      topic,
      pairs: pages
        .map(([href, pair]) => nearPair(href, pair))
        .sort((a, b) => b.shared - a.shared)
        .slice(0, mostPairs),
    })),
    others: small.flatMap(({ topic, pages }) =>
      pages.map(([href, pair]) => nearPair(href, pair, topic.name)),
    ),
  }
}

/**
 * The path of the comparison of two listings: their own page if it exists, or else the function
 * that compares any listings.
 */
export function pairAddress(one: string, other: string): string {
  const [first, second] = [one, other].sort() as [string, string]
  const page = to.comparePair(first, second)
  return pairPages().has(page) ? page : compareAddress([first, second], to)
}

/** The slugs of the listings that have a page of alternatives. */
export function alternativesSlugs(): string[] {
  return (slugs ??= prerenderedSlugs().filter((slug) => nearOf(slug).length >= fewestAlternatives))
}
