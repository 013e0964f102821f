import type { APIRoute } from 'astro'
import { publishedChanges } from '#catalog/changes.ts'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { productDetail, productTool, timestamp } from '#core/present.ts'
import { bulkFiles } from '#exports/bulk-files.ts'

const newestChange = publishedChanges[0]
let made: Map<string, string> | undefined

/**
 * The whole catalogue as files, made once in a build: the manifest holds the checksums of the
 * others.
 */
function filesOf(site: string): Map<string, string> {
  const to = addresses(site)
  const products = catalog.products.map((product) => productDetail(product, catalog.toolsById, to))
  const tools = catalog.tools.map((tool) => productTool(tool, to))
  return bulkFiles(
    { products, tools, changedAt: newestChange ? timestamp(newestChange.timestamp) : null },
    to,
  )
}

export function getStaticPaths() {
  return [...filesOf('').keys()].map((file) => ({ params: { file } }))
}

export const GET: APIRoute = ({ params, site }) =>
  new Response((made ??= filesOf(site!.origin)).get(params['file']!))
