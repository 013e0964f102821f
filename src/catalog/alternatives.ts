import { rowOf } from './browse-view.ts'
import { type NearListing, named } from './near.ts'
import type { Listing, Published } from './questions.ts'

/** A listing with fewer alternatives has no alternatives page: its own page shows them. */
export const fewestAlternatives = 4
/** An alternatives page shows at most this many. */
export const mostAlternatives = 12

/** Sets the listings that are near to a listing beside it: the tools of both, and of one. */
export function alternativesTo(
  directory: Pick<Published, 'product'>,
  listing: Listing,
  near: readonly NearListing[],
) {
  // Rare tools first: they say more about a product than tools that many products use.
  const own = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  const ownNamed = [...own, ...listing.worksWith()]
  return near.map(({ product, shared }) => {
    const other = directory.product(product.slug)!
    const theirs = other.tools()
    const theirsNamed = [...theirs, ...other.worksWith()]
    return {
      ...rowOf(other),
      shared,
      /** Tools of the alternative that the listing neither uses nor works with. */
      onlyIt: theirs.filter((tool) => !ownNamed.includes(tool)).map(named),
      /** Tools of the listing that the alternative neither uses nor works with. */
      without: own.filter((tool) => !theirsNamed.includes(tool)).map(named),
    }
  })
}
