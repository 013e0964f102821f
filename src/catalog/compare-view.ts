import type { ProductBrief } from '#contract/resources/product.ts'
import { facet } from '#present/browse.ts'
import { facetGroups } from '#present/facet-choice.ts'
import { type SideBySide, sideBySide } from '#present/side-by-side.ts'
import { briefOf, detailOf } from './listing-view.ts'
import { nearListings } from './near.ts'
import type { CatalogTables, Listing, Published } from './questions.ts'

/** A pair is near when each is among this many most similar listings of the other. */
const nearestOfPair = 3

type Directory = Pick<Published, 'list' | 'index' | 'product' | 'topics'>

/** A product of a pair: slug and name. */
export type Paired = Pick<ProductBrief, 'slug' | 'name'>

/** Compares listings, in the given order. */
export function compareView(
  { categories }: Pick<CatalogTables, 'categories'>,
  listings: readonly Listing[],
): SideBySide {
  return sideBySide(listings.map(detailOf), categories)
}

/** The listings that form a near pair with this one, the most similar first. */
export function nearPartners(directory: Directory, listing: Listing): Paired[] {
  return nearestOf(directory, listing).filter(({ slug }) => {
    const other = directory.product(slug)
    return other && nearestOf(directory, other).some((one) => one.slug === listing.slug)
  })
}

/** The most similar listings, whether or not this one is among theirs. */
export function nearestOf(directory: Directory, listing: Listing): Paired[] {
  return nearListings(directory, listing, nearestOfPair).map(({ product }) => product)
}

/** One suggested pair for each use case: its most viewed listing and the most similar one. */
export function suggestedPairs(directory: Directory): [Paired, Paired][] {
  return facetGroups.use.options.flatMap((use): [Paired, Paired][] => {
    const facets = [facet('use_case', use)]
    const query = { task: 'all', sort: 'popular', offset: 0, limit: 1, facets } as const
    const [listing] = directory.list(query).listings
    const [nearest] = listing ? nearestOf(directory, listing) : []
    return listing && nearest ? [[briefOf(listing), nearest]] : []
  })
}
