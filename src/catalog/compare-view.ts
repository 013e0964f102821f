import type { ProductBrief, ProductDetail } from '#contract/resources/product.ts'
import { facet } from '#present/browse.ts'
import { facetGroups } from '#present/facet-choice.ts'
import { type SideBySide, sideBySide } from '#present/side-by-side.ts'
import { briefOf } from './listing-view.ts'
import { nearListings } from './near.ts'
import type { CatalogTables, Listing, Published } from './questions.ts'

/** A pair is near when each is among that many nearest of the other. */
const nearestOfPair = 3

type Directory = Pick<Published, 'list' | 'index' | 'product' | 'topics'>

/** A product of a pair, in few words. */
export type Paired = Pick<ProductBrief, 'slug' | 'name'>

/** Listings beside each other, in the order that they are given. */
export function compareView(
  { categories }: Pick<CatalogTables, 'categories'>,
  listings: readonly Listing[],
): SideBySide {
  // Written by the contract's schema.
  const products = listings.map((listing) => JSON.parse(listing.detail()) as ProductDetail)
  return sideBySide(products, categories)
}

/** The listings that make a near pair with this one: nearest first. */
export function nearPartners(directory: Directory, listing: Listing): Paired[] {
  return nearestOf(directory, listing).filter(({ slug }) => {
    const other = directory.product(slug)
    return other && nearestOf(directory, other).some((one) => one.slug === listing.slug)
  })
}

/** What this listing may be compared with: its nearest, whether it is theirs or not. */
export function nearestOf(directory: Directory, listing: Listing): Paired[] {
  return nearListings(directory, listing, nearestOfPair).map(({ product }) => product)
}

/** A pair of each use case to begin with: what is looked at most, and the nearest to it. */
export function suggestedPairs(directory: Directory): [Paired, Paired][] {
  return facetGroups.use.options.flatMap((use): [Paired, Paired][] => {
    const facets = [facet('use_case', use)]
    const query = { task: 'all', sort: 'popular', offset: 0, limit: 1, facets } as const
    const [listing] = directory.list(query).listings
    const [nearest] = listing ? nearestOf(directory, listing) : []
    return listing && nearest ? [[briefOf(listing), nearest]] : []
  })
}
