import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, it } from 'vitest'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { BulkManifest } from '#contract/resources/bulk.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { type Answer, request } from '#testing/service.ts'

const get = (path: string, headers = {}) => request(`${inject('served').url}${path}`, { headers })
const manifest = async () => BulkManifest.parse((await get('/data/index.json')).json())
const after = async (cursor: string) =>
  (await call(listChangelog, `/changelog?order=asc&cursor=${cursor}`)).body as { items: object[] }

/** The manifest, once the builds are through that approvals of other tests have asked for. */
async function settled() {
  const { held } = await eventually(
    async () => {
      const held = await manifest()
      return { held, waiting: (await after(held.changelog_cursor)).items.length }
    },
    ({ waiting }) => waiting === 0,
  )
  return held
}

/** The products of a file, read as its users would. */
function productsIn(url: string, { bytes, text, json }: Answer): unknown[] {
  if (url.endsWith('.ndjson')) {
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  }
  if (url.endsWith('.json')) return (json() as { products: unknown[] }).products
  const database = new DatabaseSync(':memory:')
  database.deserialize(bytes)
  const products = database.prepare('select slug from products').all()
  database.close()
  return products
}

async function approveOne(): Promise<string> {
  const sent = submission(validSubmission())
  const slug = String((await call(submitProduct, sent.path, sent)).body['slug'])
  await editor(['approve', slug, '--yes'])
  return slug
}

it('whoever downloads the catalogue and follows the changelog from its cursor misses nothing', async () => {
  const held = await settled()
  const total = (await call(listProducts, '/products?limit=1')).body['total']
  expect(held.count).toBe(total)
  for (const file of held.files.filter(({ url }) => !url.endsWith('/sbom.json'))) {
    const answer = await get(new URL(file.url).pathname)
    const isDatabase = file.media_type === 'application/vnd.sqlite3'
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': isDatabase ? file.media_type : `${file.media_type}; charset=utf-8`,
      },
    })
    expect(answer.bytes.length).toBe(file.bytes)
    expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(file.sha256)
    expect(file.count).toBe(held.count)
    expect(productsIn(file.url, answer)).toHaveLength(file.count)
  }
  const slug = await approveOne()
  expect((await after(held.changelog_cursor)).items).toMatchObject([
    { type: 'product_approved', product: { slug } },
  ])
  const next = await eventually(manifest, ({ count }) => count === held.count + 1)
  expect((await after(next.changelog_cursor)).items).toEqual([])
  const full = (await get('/data/catalog.json')).json() as { products: { slug: string }[] }
  expect(full.products.map((product) => product.slug)).toContain(slug)
})

it.each([
  '/data/index.json',
  '/data/catalog.json',
  '/data/catalog.ndjson',
  '/.well-known/agents.json',
])(
  '%s is open to any origin, cached like the static JSON, and checked again by its ETag',
  async (path) => {
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300, must-revalidate',
    })
    expect((await get(path, { 'if-none-match': headers.etag })).status).toBe(304)
  },
)

it('a build of the same data leaves every ETag as it was', async () => {
  const etags = async () => {
    const names = (await manifest()).files.map(({ url }) => new URL(url).pathname)
    const paths = [
      '/data/index.json',
      ...names,
      '/sitemap.xml',
      '/llms.txt',
      '/llms-full.txt',
      '/product/n8n.md',
      '/changelog.md',
    ]
    return Promise.all(paths.map(async (path) => [path, (await get(path)).headers.etag]))
  }
  await settled()
  const before = await etags()
  const builds = () => readdir(path.join(inject('served').dataDir, 'site'))
  const old = await builds()
  expect((await editor(['rebuild', '--yes'])).code).toBe(0)
  await eventually(builds, (now) => now.length > 0 && !now.some((name) => old.includes(name)))
  expect(await etags()).toEqual(before)
})
