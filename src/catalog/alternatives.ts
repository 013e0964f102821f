import type { ListRow } from '#core/list-view.ts'
import { rowOf } from './browse-view.ts'
import { briefOf } from './listing-view.ts'
import { nearListings } from './near.ts'
import type { Listing, Published } from './questions.ts'

/** Fewer make no page: they stand on that of the listing. */
const fewest = 4
const most = 12
/** One tool in common is chance, when nothing says that they are for the same. */
const fewestShared = 2

interface NamedTool {
  slug: string
  name: string
}

/** A listing that somebody may take instead, with what is the same and what is not. */
export interface Alternative extends ListRow {
  shared: NamedTool[]
  /** What both are for. */
  topics: NamedTool[]
  /** The tools that it alone is built with. */
  onlyIt: NamedTool[]
  /** The tools that it does without. */
  without: NamedTool[]
}

/**
 * What a listing can be replaced with: listings of its use case that share a topic or two tools with
 * it. None when they are too few for a page.
 */
export function alternativesTo(
  directory: Pick<Published, 'places' | 'at' | 'product' | 'topics' | 'total'>,
  listing: Listing,
): Alternative[] {
  // The rarest first: they say the most.
  const own = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  const { agent_use_case: useCase } = briefOf(listing)
  const near = nearListings(directory, listing, { useCase, limit: most }).filter(
    ({ shared, topics }) => topics.length > 0 || shared.length >= fewestShared,
  )
  if (near.length < fewest) return []
  return near.flatMap(({ product, topics }) => {
    const other = directory.product(product.slug)
    if (!other) return []
    const theirs = other.tools()
    return [
      {
        ...rowOf(other),
        // All of them: what is near is found by the tools that few have.
        shared: named(own.filter((tool) => theirs.includes(tool))),
        topics,
        onlyIt: named(theirs.filter((tool) => !own.includes(tool))),
        without: named(own.filter((tool) => !theirs.includes(tool))),
      },
    ]
  })
}

function named(tools: readonly NamedTool[]): NamedTool[] {
  return tools.map(({ slug, name }) => ({ slug, name }))
}
