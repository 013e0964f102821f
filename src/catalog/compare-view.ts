import { type SideBySide, sideBySide } from '#present/product/side-by-side.ts'
import { briefOf, detailOf } from './listing-view.ts'
import { type NearListing, nearListings } from './near.ts'
import type { Listing, Published } from './questions.ts'

/** Two listings are a near pair if each is among this many listings most similar to the other. */
export const nearestOfPair = 3

/** The comparison of these listings, with columns in the given order. */
export function compareView(
  { categories }: Pick<Published, 'categories'>,
  listings: readonly Listing[],
): SideBySide {
  const [first, ...others] = listings
  // Of several topics that all have, the one that comes first in the first listing.
  const common = first
    ?.topics()
    .find(({ slug }) => others.every((one) => one.field('topics').includes(slug)))
  return sideBySide(listings.map(detailOf), categories, common?.name)
}

/**
 * The slugs of the listings with which this one forms a near pair, the most similar first. `near`:
 * the listings most similar to one.
 */
export function nearPartners(
  slug: string,
  near: (slug: string) => readonly NearListing[],
): string[] {
  const nearest = (one: string) =>
    near(one)
      .slice(0, nearestOfPair)
      .map(({ product }) => product.slug)
  return nearest(slug).filter((other) => nearest(other).includes(slug))
}

/** How many of the most relevant listings are paired, and how many near to each are tried. */
const mostKnown = 80
const mostNear = 8
const fewestShared = 2
/** The pairs of a snapshot, by its `list`. */
const pairsOf = new WeakMap<Published['list'], ReturnType<typeof findPairs>>()

/**
 * Pairs of near listings among the most relevant, these first: a topic of
 * both, the tools that both use, and how many they use in all. Each listing is in one pair.
 */
export function knownPairs(published: Published, limit: number) {
  const pairs = pairsOf.get(published.list) ?? findPairs(published)
  pairsOf.set(published.list, pairs)
  return pairs.slice(0, limit)
}

function findPairs(published: Published) {
  const page = { task: 'all', sort: 'relevant', offset: 0, limit: mostKnown } as const
  const { listings } = published.list(page)
  const ranks = new Map(listings.map(({ slug }, rank) => [slug, rank]))
  const pairs = listings.flatMap((listing, rank) => {
    if (!ranks.delete(listing.slug)) return []
    const [near] = nearListings(published, listing, mostNear)
      .filter(({ product, shared }) => ranks.has(product.slug) && shared.length >= fewestShared)
      .sort((a, b) => ranks.get(a.product.slug)! - ranks.get(b.product.slug)!)
    if (!near) return []
    const { product, shared, topics } = near
    const own = briefOf(listing)
    const of = own.tools.length + product.tools.length - shared.length
    const products = [own, product].sort((a, b) => (a.slug < b.slug ? -1 : 1))
    const least = Math.max(rank, ranks.get(product.slug)!)
    ranks.delete(product.slug)
    return [{ products, topic: topics[0]!, shared, of, least }]
  })
  return pairs.sort((a, b) => a.least - b.least)
}
