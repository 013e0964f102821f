import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { marked } from 'marked'
import { beforeAll, expect, inject, it } from 'vitest'
import type { z } from 'zod'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { BulkManifest } from '#contract/resources/bulk.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { type Answer, freshAddress, request } from '#testing/service.ts'

const get = (path: string) => request(`${inject('served').url}${path}`)
const manifest = async () => BulkManifest.parse((await get('/data/index.json')).json())
const after = async (cursor: string) =>
  (await call(listChangelog, `/changelog?order=asc&cursor=${cursor}`)).body as {
    items?: { type: string; product: { slug: string } }[]
  }

async function submit(more: Parameters<typeof validSubmission>[0] = {}): Promise<string> {
  const sent = submission(validSubmission(more))
  return String((await call(submitProduct, sent.path, sent)).body['slug'])
}

const attack =
  '# Forged [Forged](https://evil.example) <b>x</b> https://evil.example `x` ![x](https://evil.example/x.png)'
const hostile = {
  // An address in a name is refused.
  name: `# Forged <b>x</b> ![x] \`x\` ${process.pid}`,
  description: attack,
  qualification_type: 'agent_native',
  agent_use_case: 'support',
  qualification_statement: attack,
  workflow_summary: `${attack}\n\n# Forged\n\n- [Forged](https://evil.example)\n\n> Forged\n\n</div>`,
  agent_tools_used: ['[x](https://evil.example)'],
  supporting_links: ['https://letters.example/a)[x](https://evil.example'],
}

// Requests during the whole swap, 25 a second: more would slow down the build.
function visit(paths: readonly string[]) {
  const statuses = new Set<string>()
  let isDone = false
  const visitors = paths.map(async (path) => {
    while (!isDone) {
      const { status } = await request(`${inject('served').url}${path}`, {
        from: freshAddress(),
      }).catch((error: Error) => ({ status: error.message }))
      statuses.add(`${path} ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })
  return async () => {
    isDone = true
    await Promise.all(visitors)
    return [...statuses].sort()
  }
}

// Requested before, during and after the next build.
const visited = [
  '/',
  '/api/v1/products/n8n',
  '/api/v1/products?limit=3',
  '/api/v1/tools',
  '/product/n8n',
]

// One build has all decisions: the hook of the approvals is dead, and `rebuild` calls a living one.
let before: z.infer<typeof BulkManifest>
let decided: { plain: string; hostile: string }
let answered: string[]
let next: z.infer<typeof BulkManifest>
beforeAll(async () => {
  before = await manifest()
  const endVisits = visit(visited)
  const [plain, forged] = [await submit(), await submit(hostile)]
  const approve = ['approve', plain, forged, '--yes', '--despite-findings']
  const environment = { REBUILD_HOOK_URL: 'http://127.0.0.1:9/dead' }
  expect((await editor(approve, { environment })).code).toBe(0)
  expect((await editor(['rebuild', '--yes'])).code).toBe(0)
  decided = { plain, hostile: forged }
  next = await eventually(
    async () => {
      const held = await manifest()
      // The changelog is asked for when the build has both. Without items the answer is that of a
      // busy machine: to ask again.
      const isNext = held.count === before.count + 2
      return { held, waiting: isNext ? (await after(held.changelog_cursor)).items : undefined }
    },
    ({ waiting }) => waiting?.length === 0,
    3,
  ).then(({ held }) => held)
  answered = await endVisits()
})

it('a rebuild drops no request', () => {
  expect(answered).toEqual(visited.map((path) => `${path} 200`))
})

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
  const table = url.endsWith('/snapshot.sqlite') ? 'cards' : 'products'
  const products = database.prepare(`select slug from ${table}`).all()
  database.close()
  return products
}

it('the downloaded catalogue and the changelog from its cursor miss no change', async () => {
  expect(next.count).toBe(
    (await call(listProducts, '/products?limit=1&lifecycle=all')).body['total'],
  )
  for (const file of next.files.filter(({ url }) => !url.endsWith('/sbom.json'))) {
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
    // Only some repositories were read with their history.
    if (!file.url.endsWith('/history.ndjson')) expect(file.count).toBe(next.count)
    expect(productsIn(file.url, answer)).toHaveLength(file.count)
  }
  // From the cursor of the previous download, the changelog has all later changes.
  expect(
    (await after(before.changelog_cursor)).items!.map(({ type, product }) => [type, product.slug]),
  ).toEqual([
    ['product_approved', decided.plain],
    ['product_approved', decided.hostile],
  ])
  const full = (await get('/data/catalog.json')).json() as { products: { slug: string }[] }
  expect(full.products.map((product) => product.slug)).toContain(decided.plain)
})

it('Markdown in the text of a listing is plain text in every document', async () => {
  const markdownFile = `/product/${decided.hostile}.md`
  expect((await get(markdownFile)).headers.link).toMatch(
    new RegExp(`/product/${decided.hostile}>; rel="canonical"$`),
  )
  const paths = [
    markdownFile,
    '/products.md',
    '/stack/postgresql.md',
    '/changelog.md',
    '/llms-full.txt',
  ]
  for (const path of paths) {
    const { text } = await get(path)
    expect(text).toContain('Forged')
    marked.walkTokens(marked.lexer(text), (token) => {
      // The reference folds the fields of its answers; this is the only HTML of our own.
      const isOwn =
        /^(?:<details>\s*<summary>Fields of <code>[\w.[\]]+<\/code>(?:: [^<>]+)?<\/summary>|<\/details>)\s*$/.test(
          token.raw,
        )
      const isForged = (token.type === 'html' && !isOwn) || token.type === 'image'
      expect(isForged ? `${path}: ${token.raw}` : '').toBe('')
      if (token.type === 'heading' && token.depth > 1) expect(token.text).not.toContain('Forged')
      if (token.type === 'link')
        expect(
          URL.parse((token as { href: string }).href)?.hostname ?? `${path}: ${token.raw}`,
        ).toMatch(/^(?!evil\.example$)[\w.-]*$/)
    })
  }
})

it('a weekly issue of content is in the changelog with its lead product, and has a page', async () => {
  const { body } = await call(listChangelog, '/changelog?limit=10')
  const items = body['items'] as { type: string }[]
  expect(items.find(({ type }) => type === 'weekly_issue_published')).toMatchObject({
    timestamp: '2026-11-29T01:50:00.000Z',
    product: { slug: 'workers-oauth-provider' },
    issue: {
      number: 1,
      url: expect.stringMatching(/^http:.*\/weekly\/1$/),
      product_slugs: expect.arrayContaining(['vinext', 'browser-use']),
    },
  })
  const page = await get('/weekly/1')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<a href="/product/vinext">vinext</a> builds')
  expect(page.text.match(/<li class="card/g)).toHaveLength(4)
  const markdownFile = (await get('/weekly/1.md')).text
  expect(markdownFile).toMatch(/^# Software that agents helped to write\n/)
  expect(markdownFile).toMatch(/\[vinext\]\(http[^)]*\/product\/vinext\) builds/)
})

it('a build of the same data changes no ETag', async () => {
  const etags = async () => {
    const names = next.files.map(({ url }) => new URL(url).pathname)
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
  const held = await etags()
  const builds = () => readdir(path.join(inject('served').dataDir, 'site'))
  const old = await builds()
  expect((await editor(['rebuild', '--yes'])).code).toBe(0)
  await eventually(builds, (now) => now.length > 0 && !now.some((name) => old.includes(name)))
  expect(await etags()).toEqual(held)
})
