import { catalog } from '#catalog/published.ts'
import { citedLine } from '#present/product-proof.ts'

/** For a list of products built with a tool: by slug, the line of code that proves it. */
export function citedLines(tool: string, products: readonly { slug: string }[]) {
  return new Map(
    products.map(({ slug }) => [slug, citedLine(catalog.product(slug)?.proof(), tool)]),
  )
}
