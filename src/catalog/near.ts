import type { Named } from '#core/stack.ts'
import { similarTo } from '#search/search.ts'
import { briefOf } from './listing-view.ts'
import type { Listing, Published } from './questions.ts'

/** How many of the most similar listings are checked for a shared topic. */
const mostSimilar = 100

export type NearListing = ReturnType<typeof nearListings>[number]

/** Reduces a tool or topic to its slug and name. */
export const named = ({ slug, name }: Named): Named => ({ slug, name })

/** Listings that share a topic with this one and are still worked on, the most similar first. */
export function nearListings(
  { index, product, topics }: Pick<Published, 'index' | 'product' | 'topics'>,
  listing: Listing,
  limit: number,
) {
  const own = topics.filter(({ slug }) => listing.field('topics').includes(slug))
  const tools = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  return similarTo(index, { kind: 'product', slug: listing.slug })
    .take(mostSimilar)
    .map(({ slug, topics: theirs }) => ({
      slug,
      both: own.filter((one) => theirs.includes(one.slug)),
    }))
    .filter(({ both }) => both.length > 0)
    .take(limit)
    .map(({ slug, both }) => {
      const other = product(slug)!
      const built = new Set(other.tools().map((tool) => tool.slug))
      return {
        product: briefOf(other),
        /** Tools that both listings use, the rarest first. */
        shared: tools.filter((tool) => built.has(tool.slug)).map(named),
        /** Topics that both listings have. */
        topics: both.map(named),
      }
    })
    .toArray()
}
