import type { ProductBrief } from '#contract/resources/product.ts'
import { similarTo } from '#search/search.ts'
import { briefOf } from './listing-view.ts'
import type { Listing, Published } from './questions.ts'

/** Similar listings read at most; some of them share no topic. */
const mostSimilar = 100

export interface NearListing {
  product: ProductBrief
  /** The tools that both are built with, the rarest first. */
  shared: Named[]
  /** The topics of both. */
  topics: Named[]
}

/** A tool or a topic. */
export interface Named {
  slug: string
  name: string
}

/** Only the slug and the name. */
export const named = ({ slug, name }: Named): Named => ({ slug, name })

/** Listings that share a topic with this one, the most similar first. */
export function nearListings(
  { index, product, topics }: Pick<Published, 'index' | 'product' | 'topics'>,
  listing: Listing,
  limit: number,
): NearListing[] {
  const of = { kind: 'product', slug: listing.slug } as const
  const place = index.placeOf(of.kind, of.slug)
  if (place === undefined) return []
  const own = topics.filter(({ slug }) => index.entry(place).topics.includes(slug))
  const tools = listing.tools().toSorted((a, b) => a.product_count - b.product_count)
  return similarTo(index, of, mostSimilar)
    .map(({ slug, topics: theirs }) => ({
      slug,
      both: own.filter((one) => theirs.includes(one.slug)),
    }))
    .filter(({ both }) => both.length > 0)
    .slice(0, limit)
    .map(({ slug, both }) => {
      const other = product(slug)!
      const built = new Set(other.tools().map((tool) => tool.slug))
      return {
        product: briefOf(other),
        shared: tools.filter((tool) => built.has(tool.slug)).map(named),
        topics: both.map(named),
      }
    })
}
