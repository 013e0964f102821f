import type { ListingContext } from '#present/list-view.ts'
import type { ListingView } from '#present/present.ts'
import { nearListings } from './near.ts'
import type { CatalogTables, Listing, Published } from './questions.ts'

const mostNear = 4

/** Links from a listing's page to similar listings and related pages. */
export function listingContext(
  directory: Pick<Published, 'index' | 'product' | 'topics'>,
  { categories }: Pick<CatalogTables, 'categories'>,
  listing: Listing,
  { product }: Pick<ListingView, 'product'>,
): ListingContext {
  return {
    topics: directory.topics.filter(({ slug }) => product.topics.includes(slug)),
    near: nearListings(directory, listing, mostNear),
    categories: new Map(categories.map(({ slug, name }) => [slug, name])),
  }
}
