import type { APIRoute, GetStaticPaths } from 'astro'
import { detailOf } from '#catalog/listing-view.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { productBom } from '#exports/product-bom.ts'
import { prerenderedSlugs } from './_prerendered.ts'

export const getStaticPaths: GetStaticPaths = () =>
  prerenderedSlugs().map((slug) => ({ params: { slug } }))

export const GET: APIRoute<Record<string, unknown>, { slug: string }> = ({ site, params }) => {
  const product = detailOf(catalog.product(params.slug)!)
  return Response.json(productBom(product, catalog.toolsBySlug, addresses(site!.origin)))
}
