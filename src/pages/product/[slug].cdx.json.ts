import type { APIRoute, GetStaticPaths } from 'astro'
import { catalog } from '#catalog/published.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { productBom } from '#exports/product-bom.ts'
import { prerenderedSlugs } from './_prerendered.ts'

export const getStaticPaths: GetStaticPaths = () =>
  prerenderedSlugs().map((slug) => ({ params: { slug } }))

export const GET: APIRoute<Record<string, unknown>, { slug: string }> = ({ site, params }) => {
  // The cast is safe: the JSON comes from our own catalogue, which validated it.
  const product = JSON.parse(catalog.product(params.slug)!.detail()) as ProductDetail
  return Response.json(productBom(product, catalog.toolsBySlug, addresses(site!.origin)))
}
