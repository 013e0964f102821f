import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { BulkManifest, FullCatalog, SlimCatalog, SlimProduct } from '#contract/resources/bulk.ts'
import { ProductDetail } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { cursorTimestamp } from '#present/lists/change.ts'
import { productDetail, productTool } from '#present/present.ts'
import { noPackages } from '#core/tool-packages.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type BulkSource, bulkFileNames, writeBulkFiles } from './bulk-files.ts'

const to = addresses('https://directory.example')
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const tool = sampleTool({ id: id(9), slug: 'quill' })
const products = ['amber', 'birch', 'cedar'].map((slug, index) =>
  JSON.stringify(
    productDetail(
      sampleProduct({ slug, id: id(index), tool_ids: [tool.id] }),
      new Map([[tool.id, tool]]),
      to,
    ),
  ),
)
const source: BulkSource = {
  count: 3,
  products: () => products,
  tools: [{ ...productTool(tool, to), ...noPackages, packages: ['pkg:npm/quill'] }],
  changedAt: '2026-01-05T00:00:00.001Z',
  removals: [],
  extra: [],
}
async function make(part: Partial<BulkSource> = {}, most?: number): Promise<Map<string, string>> {
  const folder = temporaryFolder()
  await writeBulkFiles(folder, { ...source, ...part }, to, most)
  const names = await readdir(folder)
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
    ),
  )
}

const manifestOf = (files: Map<string, string>) =>
  BulkManifest.parse(JSON.parse(files.get('index.json')!))
const rows = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown)

describe('the bulk files', async () => {
  const files = await make()
  const manifest = manifestOf(files)

  it('are the same bytes for the same data', async () => {
    expect([...(await make())]).toEqual([...files])
  })

  it('are named in the manifest with their length, checksum and count', () => {
    expect(manifest.files.map(({ url }) => url).sort()).toEqual(
      [...files.keys()]
        .filter((name) => name !== 'index.json')
        .map(to.data)
        .sort(),
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

  it('are numbered parts with every product once when there are too many for one file', async () => {
    const parted = await make({}, 2)
    const { count, files: named } = manifestOf(parted)
    expect(count).toBe(3)
    expect(named.map(({ url, count }) => [url, count])).toEqual(
      ['catalog|json', 'catalog|ndjson', 'catalog.slim|json', 'catalog.slim|ndjson'].flatMap(
        (kind) =>
          [2, 1].map((count, index) => [to.data(kind.replace('|', `-${index + 1}.`)), count]),
      ),
    )
    expect(named[0]!.description).toBe('Every approved product whole, and every tool. Part 1 of 2.')
    expect([1, 2].flatMap((part) => rows(parted.get(`catalog-${part}.ndjson`)!))).toEqual(
      rows(files.get('catalog.ndjson')!),
    )
    for (const part of [1, 2])
      expect(FullCatalog.parse(JSON.parse(parted.get(`catalog-${part}.json`)!))).toMatchObject({
        tools: [{ slug: 'quill', packages: ['pkg:npm/quill'], images: [] }],
      })
  })

  it('keep their plain names up to 10,000 products', () => {
    expect(bulkFileNames(0)[0]!.names).toEqual(['catalog.json'])
    expect(bulkFileNames(10_000)[1]!.names).toEqual(['catalog.ndjson'])
    expect(bulkFileNames(10_001)[2]!.names).toEqual(['catalog.slim-1.json', 'catalog.slim-2.json'])
  })

  it('fail when there are more or fewer products than the count', async () => {
    await expect(make({ count: 2 })).rejects.toThrow('more than 2 products')
    await expect(make({ count: 4 })).rejects.toThrow('only 3 of 4 products')
  })

  it('are named in the manifest beside files of other code and the withdrawn listings', async () => {
    const folder = temporaryFolder()
    const file = path.join(folder, 'made.sqlite')
    await writeFile(file, 'SQLite format 3')
    const removals = [{ slug: 'alder', removed_at: '2026-01-04T00:00:00.000Z' }]
    const made = { name: 'catalog.sqlite', description: 'Tables.', media_type: 'x/y' }
    const withMore = manifestOf(await make({ removals, extra: [{ ...made, path: file }] }))
    expect(withMore.removals).toEqual(removals)
    expect(withMore.files.at(-1)).toEqual({
      url: to.data('catalog.sqlite'),
      description: 'Tables.',
      media_type: 'x/y',
      bytes: 15,
      sha256: createHash('sha256').update('SQLite format 3').digest('hex'),
      count: 3,
    })
  })

  it('have every product as the contract declares it, and no other field', () => {
    const full = JSON.parse(files.get('catalog.json')!) as { products: unknown[] }
    expect(FullCatalog.parse(full)).toEqual(full)
    expect(rows(files.get('catalog.ndjson')!)).toEqual(full.products)
    for (const row of full.products) expect(ProductDetail.parse(row)).toEqual(row)
    expect(full.products).not.toHaveProperty('0.domain')
  })

  it('have the page to cite and the slugs of the tools in their slim form', () => {
    const slim = SlimCatalog.parse(JSON.parse(files.get('catalog.slim.json')!))
    expect(rows(files.get('catalog.slim.ndjson')!)).toEqual(slim.products)
    expect(slim.products[0]).toMatchObject({
      slug: 'amber',
      listing_url: to.listing('amber'),
      tool_slugs: ['quill'],
    })
    for (const row of slim.products) expect(SlimProduct.parse(row)).toEqual(row)
  })

  it('have a manifest with the cursor of the changelog, which is its beginning if nothing ever changed', async () => {
    expect(cursorTimestamp(manifest.changelog_cursor)).toBe('2026-01-05T00:00:00.001Z')
    expect(manifest.changelog_url).toBe(
      `${to.api}/changelog?order=asc&cursor=${manifest.changelog_cursor}`,
    )
    const empty = manifestOf(await make({ count: 0, products: () => [], changedAt: null }))
    expect(empty).toMatchObject({ count: 0, changelog_timestamp: null })
    expect(cursorTimestamp(empty.changelog_cursor)).toBe('1970-01-01T00:00:00.000Z')
  })
})
