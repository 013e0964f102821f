import type { ProductBrief } from '#contract/resources/product.ts'
import { facet } from '#core/browse.ts'
import { briefOf } from './listing-view.ts'
import type { Listing, Published } from './questions.ts'

/** How many listings of a tool are looked at: those of a common tool say little. */
const mostOfTool = 40

export interface NearListing {
  product: ProductBrief
  /** The tools that both are built with, the rarest first. */
  shared: { slug: string; name: string }[]
}

/**
 * Listings like this one: for the same use, and built with the same tools, of which a rare one says
 * more than one that everybody has.
 */
export function nearListings(
  directory: Pick<Published, 'list' | 'total'>,
  listing: Listing,
  { useCase, limit }: { useCase: string | null; limit: number },
): NearListing[] {
  if (useCase === null) return []
  const tools = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  const found = new Map<string, { listing: Listing; weight: number; shared: typeof tools }>()
  for (const tool of tools) {
    const { listings } = directory.list({
      task: 'all',
      sort: 'newest',
      offset: 0,
      limit: mostOfTool,
      facets: [facet('use_case', useCase), facet('tool', tool.slug)],
    })
    const weight = Math.log(1 + directory.total / Math.max(1, tool.product_count))
    for (const one of listings) {
      if (one.id === listing.id) continue
      const known = found.get(one.id) ?? { listing: one, weight: 0, shared: [] }
      found.set(one.id, {
        ...known,
        weight: known.weight + weight,
        shared: [...known.shared, tool],
      })
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.weight - a.weight || (a.listing.slug < b.listing.slug ? -1 : 1))
    .slice(0, limit)
    .map(({ listing: one, shared }) => ({
      product: briefOf(one),
      shared: shared.map(({ slug, name }) => ({ slug, name })),
    }))
}
