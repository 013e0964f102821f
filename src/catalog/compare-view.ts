import type { ProductBrief } from '#contract/resources/product.ts'
import { facet } from '#present/browse.ts'
import { facetGroups } from '#present/facet-choice.ts'
import { type SideBySide, sideBySide } from '#present/side-by-side.ts'
import { briefOf, detailOf } from './listing-view.ts'
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
  return sideBySide(listings.map(detailOf), categories)
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

/**
 * One suggested pair for each use case: its most viewed listing, and the listing most similar to
 * that.
 */
export function suggestedPairs(directory: Directory): [Paired, Paired][] {
  return facetGroups.use.options.flatMap((use): [Paired, Paired][] => {
    const facets = [facet('use_case', use)]
    const query = { task: 'all', sort: 'popular', offset: 0, limit: 1, facets } as const
    const [listing] = directory.list(query).listings
    const [nearest] = listing ? nearestOf(directory, listing) : []
    return listing && nearest ? [[briefOf(listing), nearest]] : []
  })
}
