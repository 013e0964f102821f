// Pairs of listings that are worth comparing, and what the listings of a pair have in common.
import { onceFor } from '#core/once.ts'
import { facet } from '#present/browse.ts'
import { type ComparedPair, pairReason } from '#present/compared-pair.ts'
import { briefOf } from './listing-view.ts'
import { isKept } from './near.ts'
import type { Listing, Published } from './questions.ts'

const mostPairs = 8
/** Listings of a topic that are looked at, the newest first. */
const mostListings = 300

/** Two listings as a pair with the tools that both are built with, the rarest first. */
export function pairOf(one: Listing, other: Listing, topic?: string): Omit<ComparedPair, 'href'> {
  const theirs = new Set(other.tools().map(({ slug }) => slug))
  const shared = one
    .tools()
    .filter(({ slug }) => theirs.has(slug))
    .toSorted((a, b) => a.product_count - b.product_count)
  const products = [briefOf(one), briefOf(other)] as const
  return {
    products,
    shared: shared.length,
    why: pairReason(
      shared.map(({ name }) => name),
      topic,
    ),
  }
}

/**
 * For each of the topics with the most listings, the two with the most contributors. No listing is
 * in two pairs.
 */
export const suggestedPairs = onceFor(
  (directory: Pick<Published, 'list' | 'topics' | 'facetCounts'>) => {
    const counts = directory.facetCounts()
    const countOf = (slug: string) => counts.get(facet('topic', slug)) ?? 0
    const taken = new Set<string>()
    return directory.topics
      .toSorted((a, b) => countOf(b.slug) - countOf(a.slug))
      .flatMap(({ slug, name }) => {
        if (taken.size >= 2 * mostPairs) return []
        const [one, other] = directory
          .list({
            task: 'all',
            sort: 'newest',
            offset: 0,
            limit: mostListings,
            facets: [facet('topic', slug)],
          })
          .listings.filter((listing) => !taken.has(listing.slug) && isKept(listing))
          .toSorted((a, b) => contributorsOf(b) - contributorsOf(a))
        if (!one || !other) return []
        taken.add(one.slug).add(other.slug)
        return [pairOf(one, other, name)]
      })
  },
)

const contributorsOf = (listing: Listing) =>
  Number(listing.facts().find(({ fact }) => fact === 'contributors')?.value ?? 0)
