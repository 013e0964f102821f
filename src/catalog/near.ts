import type { ProductBrief } from '#contract/resources/product.ts'
import { aboutOf, facet } from '#core/browse.ts'
import { topicsIn } from '#core/topics.ts'
import { briefOf } from './listing-view.ts'
import type { Listing, Place, Published } from './questions.ts'

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
 * rare one says more than one that everybody has. Hundreds are weighed and few are shown, so that
 * they are weighed by their places and only the nearest are read.
 */
export function nearListings(
  directory: Pick<Published, 'places' | 'at' | 'topics' | 'total'>,
  listing: Listing,
  { useCase, limit }: { useCase: string | null; limit: number },
): NearListing[] {
  if (useCase === null) return []
  const withFacet = (key: string) => directory.places([facet('use_case', useCase), key], mostOfOne)
  const rarity = (count: number) => Math.log(1 + directory.total / Math.max(1, count))
  const found = new Map<Place, Found>()
  const foundAt = (place: Place): Found => {
    const known = found.get(place) ?? { place, weight: 0, shared: [], topics: [] }
    found.set(place, known)
    return known
  }
  const topics = topicsIn(aboutOf(briefOf(listing)), directory.topics)
    .filter(({ is_trait }) => !is_trait)
    .map(({ slug, name }) => ({ slug, name, ...withFacet(facet('topic', slug)) }))
    .toSorted((a, b) => a.total - b.total)
  for (const { slug, name, total, places } of topics)
    for (const one of places.map(foundAt)) {
      one.weight += weightOfTopic * rarity(total)
      one.topics.push({ slug, name })
    }
  const tools = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  for (const { slug, name, product_count } of tools)
    for (const one of withFacet(facet('tool', slug)).places.map(foundAt)) {
      one.weight += rarity(product_count)
      one.shared.push({ slug, name })
    }
  // It may be its own nearest. Of equal ones the sort keeps the order in which they were found: those
  // with what is rarest first, and of these the newest.
  return [...found.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, limit + 1)
    .map(({ place, shared, topics: named }) => ({
      one: directory.at(place),
      shared,
      topics: named,
    }))
    .filter(({ one }) => one.id !== listing.id)
    .slice(0, limit)
    .map(({ one, shared, topics: named }) => ({ product: briefOf(one), shared, topics: named }))
}

interface Found {
  place: Place
  weight: number
  shared: NearListing['shared']
  topics: NearListing['topics']
}
