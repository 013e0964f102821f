import type { ListRow } from '#present/list-view.ts'
import { rowOf } from './browse-view.ts'
import { type Named, named, nearListings } from './near.ts'
import type { Listing, Published } from './questions.ts'

/** With fewer alternatives there is no page: they are on the listing's page only. */
const fewest = 4
const most = 12

/** An alternative to a listing, with what they share and where they differ. */
export interface Alternative extends ListRow {
  shared: Named[]
  /** What both are for. */
  topics: Named[]
  /** The tools that it alone is built with. */
  onlyIt: Named[]
  /** The tools that it does without. */
  without: Named[]
}

/**
 * The alternatives to a listing: listings that share a topic with it, the most similar first. Empty
 * when they are too few for a page.
 */
export function alternativesTo(
  directory: Pick<Published, 'index' | 'product' | 'topics'>,
  listing: Listing,
): Alternative[] {
  // The rarest first: they are the most informative.
  const own = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  const near = nearListings(directory, listing, most)
  if (near.length < fewest) return []
  return near.map(({ product, topics }) => {
    const other = directory.product(product.slug)!
    const theirs = other.tools()
    return {
      ...rowOf(other),
      // All shared tools: rare ones make two listings similar.
      shared: own.filter((tool) => theirs.includes(tool)).map(named),
      topics,
      onlyIt: theirs.filter((tool) => !own.includes(tool)).map(named),
      without: own.filter((tool) => !theirs.includes(tool)).map(named),
    }
  })
}
