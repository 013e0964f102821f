import type { ProductBrief } from '#contract/resources/product.ts'
import type { Topic } from '#core/topics.ts'
import { type SideBySide, sideBySide } from '#present/side-by-side.ts'
import { detailOf } from './listing-view.ts'
import { nearListings } from './near.ts'
import type { CatalogTables, Listing, Published } from './questions.ts'

/** Two listings are a near pair if each is among this many listings most similar to the other. */
const nearestOfPair = 3

type Directory = Pick<Published, 'list' | 'index' | 'product' | 'topics'>

/** One product of a suggested comparison. */
export type Paired = Pick<ProductBrief, 'slug' | 'name'>

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
export function commonTopic([first, ...others]: readonly Listing[]): Topic | undefined {
  return first
    ?.topics()
    .find(({ slug }) => others.every((one) => one.topics().some((their) => their.slug === slug)))
}

/** The listings with which this one forms a near pair, the most similar first. */
export function nearPartners(directory: Directory, listing: Listing): Paired[] {
  return nearestOf(directory, listing).filter(({ slug }) => {
    const other = directory.product(slug)
    return other && nearestOf(directory, other).some((one) => one.slug === listing.slug)
  })
}

/**
 * The listings most similar to this one. Unlike in `nearPartners`, the similarity may be one-sided.
 */
export function nearestOf(directory: Directory, listing: Listing): Paired[] {
  return nearListings(directory, listing, nearestOfPair).map(({ product }) => product)
}
