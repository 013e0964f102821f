import { createHash } from 'node:crypto'
import { BulkManifest, FullCatalog, SlimCatalog, SlimProduct } from '#contract/resources/bulk.ts'
import { ProductDetail } from '#contract/resources/product.ts'
import type { ProductTool } from '#contract/resources/tool.ts'
import type { Addresses } from '#core/addresses.ts'
import { changeCursor } from '#core/change.ts'

const json = 'application/json'
const lines = 'application/x-ndjson'

/**
 * The whole catalogue as files, by their names under /data, and their manifest. `changedAt` is the
 * newest changelog item of the same read of the database, so that whoever has the files follows the
 * changelog from there. There is no clock in them: the same data make the same bytes.
 */
export function bulkFiles(
  catalog: {
    products: readonly ProductDetail[]
    tools: readonly ProductTool[]
    changedAt: string | null
  },
  to: Addresses,
): Map<string, string> {
  const products = catalog.products
    .map((product) => ProductDetail.parse(product))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const slim = products.map((product) => slimProduct(product, to))
  const count = products.length
  const files = [
    {
      name: 'catalog.json',
      description: 'Every approved product whole, and every tool.',
      media_type: json,
      body: JSON.stringify(
        FullCatalog.parse({ schema_version: '1', count, products, tools: catalog.tools }),
      ),
    },
    {
      name: 'catalog.ndjson',
      description: 'Every approved product whole, one on each line.',
      media_type: lines,
      body: ndjson(products),
    },
    {
      name: 'catalog.slim.json',
      description: 'Every approved product in short.',
      media_type: json,
      body: JSON.stringify(SlimCatalog.parse({ schema_version: '1', count, products: slim })),
    },
    {
      name: 'catalog.slim.ndjson',
      description: 'Every approved product in short, one on each line.',
      media_type: lines,
      body: ndjson(slim),
    },
  ]
  const cursor = changeCursor(catalog.changedAt ?? new Date(0))
  const manifest = BulkManifest.parse({
    schema_version: '1',
    count,
    files: files.map(({ name, description, media_type, body }) => ({
      url: to.data(name),
      description,
      media_type,
      bytes: Buffer.byteLength(body),
      sha256: createHash('sha256').update(body).digest('hex'),
      count,
    })),
    changelog_cursor: cursor,
    changelog_timestamp: catalog.changedAt,
    changelog_url: `${to.api}/changelog?order=asc&cursor=${cursor}`,
  })
  return new Map([
    ['index.json', JSON.stringify(manifest)],
    ...files.map(({ name, body }) => [name, body] as const),
  ])
}

function slimProduct(product: ProductDetail, to: Addresses): SlimProduct {
  return SlimProduct.parse({
    ...product,
    listing_url: to.listing(product.slug),
    tool_slugs: product.tools.map(({ slug }) => slug),
  })
}

function ndjson(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
