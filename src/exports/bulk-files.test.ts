import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BulkManifest, FullCatalog, SlimCatalog, SlimProduct } from '#contract/resources/bulk.ts'
import { ProductDetail } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { cursorTimestamp } from '#core/change.ts'
import { productDetail, productTool } from '#core/present.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import { bulkFiles } from './bulk-files.ts'

const to = addresses('https://directory.example')
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const tool = sampleTool({ id: id(9), slug: 'quill' })
const records = ['cedar', 'amber', 'birch'].map((slug, index) =>
  sampleProduct({ slug, id: id(index), tool_ids: [tool.id] }),
)
const make = (products = records, changedAt: string | null = '2026-01-05T00:00:00.001Z') =>
  bulkFiles(
    {
      products: products.map((product) => productDetail(product, new Map([[tool.id, tool]]), to)),
      tools: [productTool(tool, to)],
      changedAt,
    },
    to,
  )
const rows = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown)

describe('the bulk files', () => {
  const files = make()
  const manifest = BulkManifest.parse(JSON.parse(files.get('index.json')!))

  it('are the same bytes for the same data, in whatever order the data come', () => {
    expect([...make()]).toEqual([...files])
    expect([...make([...records].reverse())]).toEqual([...files])
  })

  it('are named in the manifest with their length, checksum and count', () => {
    expect(manifest.files.map(({ url }) => url)).toEqual(
      [...files.keys()].filter((name) => name !== 'index.json').map(to.data),
    )
    for (const { url, bytes, sha256, count } of manifest.files) {
      const body = files.get(url.split('/').at(-1)!)!
      expect({ bytes, sha256, count }).toEqual({
        bytes: Buffer.byteLength(body),
        sha256: createHash('sha256').update(body).digest('hex'),
        count: 3,
      })
    }
  })

  it('hold every product as the contract declares it, and nothing beside', () => {
    const full = JSON.parse(files.get('catalog.json')!) as { products: unknown[] }
    expect(FullCatalog.parse(full)).toEqual(full)
    expect(rows(files.get('catalog.ndjson')!)).toEqual(full.products)
    for (const row of full.products) expect(ProductDetail.parse(row)).toEqual(row)
    expect(full.products).not.toHaveProperty('0.domain')
  })

  it('the slim ones have the page to cite and the slugs of the tools', () => {
    const slim = SlimCatalog.parse(JSON.parse(files.get('catalog.slim.json')!))
    expect(rows(files.get('catalog.slim.ndjson')!)).toEqual(slim.products)
    expect(slim.products[0]).toMatchObject({
      slug: 'amber',
      listing_url: to.listing('amber'),
      tool_slugs: ['quill'],
    })
    for (const row of slim.products) expect(SlimProduct.parse(row)).toEqual(row)
  })

  it('the manifest says where the changelog goes on, from its beginning if nothing ever changed', () => {
    expect(cursorTimestamp(manifest.changelog_cursor)).toBe('2026-01-05T00:00:00.001Z')
    expect(manifest.changelog_url).toBe(
      `${to.api}/changelog?order=asc&cursor=${manifest.changelog_cursor}`,
    )
    const empty = BulkManifest.parse(JSON.parse(make([], null).get('index.json')!))
    expect(empty).toMatchObject({ count: 0, changelog_timestamp: null })
    expect(cursorTimestamp(empty.changelog_cursor)).toBe('1970-01-01T00:00:00.000Z')
  })
})
