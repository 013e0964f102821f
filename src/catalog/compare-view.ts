import type { Topic } from '#core/topics.ts'
import { type SideBySide, sideBySide } from '#present/product/side-by-side.ts'
import { detailOf } from './listing-view.ts'
import type { NearListing } from './near.ts'
import type { CatalogTables, Listing } from './questions.ts'

/** Two listings are a near pair if each is among this many listings most similar to the other. */
export const nearestOfPair = 3

/** The comparison of these listings, with columns in the given order. */
export function compareView(
  { categories }: Pick<CatalogTables, 'categories'>,
  listings: readonly Listing[],
): SideBySide {
  return sideBySide(listings.map(detailOf), categories, commonTopic(listings)?.name)
}

/**
 * A topic that all these listings have: of several, the one that comes first in the first listing.
 * Undefined if they share none.
 */
function commonTopic([first, ...others]: readonly Listing[]): Topic | undefined {
  return first
    ?.topics()
    .find(({ slug }) => others.every((one) => one.topics().some((their) => their.slug === slug)))
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
