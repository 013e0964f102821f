import type { APIRoute } from 'astro'
import { docPages } from '#catalog/docs.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { newest } from '#core/browse.ts'
import { productDetail } from '#core/present.ts'
import { documentation } from '#exports/documentation.ts'
import { llmsFullText } from '#exports/llms-text.ts'

export const GET: APIRoute = ({ site }) => {
  const to = addresses(site!.origin)
  const products = [...catalog.products]
    .sort(newest)
    .map((product) => productDetail(product, catalog.toolsById, to))
  return new Response(llmsFullText(documentation(docPages(to.site), to), products, to))
}
