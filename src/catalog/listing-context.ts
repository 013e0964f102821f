import type { ListingContext } from '#core/list-view.ts'
import { nearListings } from './near.ts'
import type { CatalogTables, Listing, Published } from './questions.ts'

const mostNear = 4

/** What the page of a listing shows beside it. */
export function listingContext(
  directory: Pick<Published, 'index' | 'product' | 'topics'>,
  { categories }: Pick<CatalogTables, 'categories'>,
  listing: Listing,
): ListingContext {
  return {
    near: nearListings(directory, listing, mostNear),
    categories: new Map(categories.map(({ slug, name }) => [slug, name])),
  }
}
