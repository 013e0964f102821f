import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { type Cited, type Evident, citedLine } from '#present/product/product-proof.ts'

const to = addresses('')

/**
 * For a list of products built with a tool: by slug, the line of code that proves it, else where
 * the evidence of the product is; undefined if it has none.
 */
export function citedLines(
  tool: string,
  products: readonly { slug: string }[],
): Map<string, Cited | Evident | undefined> {
  return new Map(
    products.map(({ slug }) => {
      const listing = catalog.product(slug)
      const hasEvidence = listing !== undefined && listing.evidence().length > 0
      const evident = hasEvidence ? { evidence: `${to.listing(slug)}#evidence` } : undefined
      return [slug, citedLine(listing?.proof(), tool) ?? evident]
    }),
  )
}
