import type { APIRoute, GetStaticPaths } from 'astro'
import { detailOf } from '#catalog/listing-view.ts'
import { catalog, onSite, prerenderedSlugs } from '#catalog/published.ts'
import { productBom } from '#exports/product-bom.ts'

// A file of its own below /product, where `npm run dev` would ask the function for it otherwise.
export const getStaticPaths: GetStaticPaths = () =>
  prerenderedSlugs().map((slug) => ({ params: { slug } }))

export const GET: APIRoute<Record<string, unknown>, { slug: string }> = ({ params }) =>
  Response.json(productBom(detailOf(catalog.product(params.slug)!), catalog.toolsBySlug, onSite))
