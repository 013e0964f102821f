import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, it } from 'vitest'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { BulkManifest } from '#contract/resources/bulk.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { request } from '#testing/service.ts'

const get = (path: string, headers = {}) => request(`${inject('served').url}${path}`, { headers })
const manifest = async () => BulkManifest.parse((await get('/data/index.json')).json())
const after = async (cursor: string) =>
  (await call(listChangelog, `/changelog?order=asc&cursor=${cursor}`)).body as { items: object[] }

async function approveOne(): Promise<string> {
  const sent = submission(validSubmission())
  const slug = String((await call(submitProduct, sent.path, sent)).body['slug'])
  await editor(['approve', slug, '--yes'])
  return slug
}

it('whoever downloads the catalogue and follows the changelog from its cursor misses nothing', async () => {
  // Other tests approve listings; their builds must be through.
  const { held } = await eventually(
    async () => {
      const held = await manifest()
      return { held, waiting: (await after(held.changelog_cursor)).items.length }
    },
    ({ waiting }) => waiting === 0,
  )
  const total = (await call(listProducts, '/products?limit=1')).body['total']
  expect(held.count).toBe(total)
  for (const file of held.files) {
    const answer = await get(new URL(file.url).pathname)
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': `${file.media_type}; charset=utf-8` },
    })
    expect(Buffer.byteLength(answer.text)).toBe(file.bytes)
    expect(createHash('sha256').update(answer.text).digest('hex')).toBe(file.sha256)
    const products = file.url.endsWith('.ndjson')
      ? answer.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { slug: string })
      : (answer.json() as { products: { slug: string }[] }).products
    expect(products).toHaveLength(file.count)
    expect(file.count).toBe(held.count)
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
  const before = await etags()
  const builds = () => readdir(path.join(inject('served').dataDir, 'site'))
  const old = await builds()
  expect((await editor(['rebuild', '--yes'])).code).toBe(0)
  await eventually(builds, (now) => now.length > 0 && !now.some((name) => old.includes(name)))
  expect(await etags()).toEqual(before)
})
