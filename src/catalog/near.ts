import type { ProductBrief } from '#contract/resources/product.ts'
import { aboutOf, facet } from '#core/browse.ts'
import { topicsIn } from '#core/topics.ts'
import { briefOf } from './listing-view.ts'
import type { Listing, Published } from './questions.ts'

/** How many listings of a tool or a topic are looked at: those of a common one say little. */
const mostOfOne = 40

/** What both are for says more than what both are made of. */
const weightOfTopic = 3

export interface NearListing {
  product: ProductBrief
  /** The tools that both are built with, the rarest first. */
  shared: { slug: string; name: string }[]
  /** What both say that they are for, the rarest first. */
  topics: { slug: string; name: string }[]
}

/**
 * Listings like this one: for the same use, of the same topics, and built with the same tools; a
 * rare one says more than one that everybody has.
 */
export function nearListings(
  directory: Pick<Published, 'list' | 'topics' | 'total'>,
  listing: Listing,
  { useCase, limit }: { useCase: string | null; limit: number },
): NearListing[] {
  if (useCase === null) return []
  const tools = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  const of = (key: string) =>
    directory.list({
      task: 'all',
      sort: 'newest',
      offset: 0,
      limit: mostOfOne,
      facets: [facet('use_case', useCase), key],
    })
  const rarity = (count: number) => Math.log(1 + directory.total / Math.max(1, count))
  const topics = topicsIn(aboutOf(briefOf(listing)), directory.topics)
    .filter(({ is_trait }) => !is_trait)
    .map((topic) => ({ topic, ...of(facet('topic', topic.slug)) }))
    .toSorted((a, b) => a.total - b.total)
  const found = new Map<string, Found>()
  const add = (one: Listing, weight: number, more: Partial<Pick<Found, 'shared' | 'topics'>>) => {
    if (one.id === listing.id) return
    const known = found.get(one.id) ?? { listing: one, weight: 0, shared: [], topics: [] }
    found.set(one.id, {
      listing: one,
      weight: known.weight + weight,
      shared: [...known.shared, ...(more.shared ?? [])],
      topics: [...known.topics, ...(more.topics ?? [])],
    })
  }
  for (const { topic, total, listings } of topics)
    for (const one of listings) add(one, weightOfTopic * rarity(total), { topics: [topic] })
  for (const tool of tools)
    for (const one of of(facet('tool', tool.slug)).listings)
      add(one, rarity(tool.product_count), { shared: [tool] })
  return [...found.values()]
    .toSorted((a, b) => b.weight - a.weight || (a.listing.slug < b.listing.slug ? -1 : 1))
    .slice(0, limit)
    .map(({ listing: one, shared, topics: named }) => ({
      product: briefOf(one),
      shared: shared.map(({ slug, name }) => ({ slug, name })),
      topics: named.map(({ slug, name }) => ({ slug, name })),
    }))
}

interface Found {
  listing: Listing
  weight: number
  shared: readonly { slug: string; name: string }[]
  topics: readonly { slug: string; name: string }[]
}
