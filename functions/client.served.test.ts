// The typed client of the package that the site gives out, in a folder with nothing else.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extract } from 'tar'
import { beforeAll, expect, inject, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { validSubmission } from '#testing/api.ts'
import { startRelay } from '#testing/relay.ts'
import { type Finished, removeFolder, request } from '#testing/service.ts'

const site = () => inject('served').url
let folder: string

const program = (submission: unknown, relayed: string) => `
import { type Client, type ProductBrief, ProofstackError, createClient } from 'proofstack'

const client: Client = createClient({ site: '${site()}/' })
const { results } = await client.search({ q: 'browser automation', type: 'product', limit: 2 })
const listed = await client.listProducts({ sort: 'popular', limit: 1 })
const brief = await client.listProducts({ limit: 1, detail: 'brief' })
const products: ProductBrief[] = brief.products
const { product } = await client.getProduct({ slug: results[0]!.slug })
const recommended = await client.recommendProducts({ stack: 'postgresql', limit: 1 })
const compared = await client.compareProducts({ slugs: 'n8n,dify' })
const looked = await client.lookupUrls({ urls: ['n8n.io', 'nobody.example'] })
const first = looked.results[0]!
const found = await client.detectStack({ purls: ['pkg:npm/next'] })
const dry = await createClient({ site: '${relayed}' }).submitProduct({ ...${JSON.stringify(submission)}, dry_run: 'true' })
const page = await client.getTool({ slug: 'redis', offset: undefined, limit: 1 })
const failure = await client.compareProducts({ slugs: 'n8n' }).catch((error: unknown) => error)
if (!(failure instanceof ProofstackError)) throw new Error('no failure')
const refused = await client
  .updateProduct({ slug: 'n8n', authorization: 'Bearer 1', name: '', url: '', description: '', email: '' })
  .catch((error: ProofstackError) => error.status + ' ' + error.error_code)
const away = await createClient({ site: '${site()}/nowhere' }).listTools().catch((error: ProofstackError) => error)
const climbing = await client.getTool({ slug: '..' }).catch((error: Error) => error.message)
const asked: string[] = []
const own = createClient({ site: 'https://else.example', fetch: async (address) => {
  asked.push(String(address))
  return Response.json({ error: 'Wait.', error_code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '7' } })
} })
const limited = await own.search({ q: 'a&b', limit: 1 }).catch((error: ProofstackError) => error)

console.log(JSON.stringify({
  answers: { results, listed, brief, product, compared, found, page },
  use: listed.products[0]!.tools[0]!.slug + recommended.recommendations[0]!.product.tools.length,
  products: products.length,
  compared: compared.slugs[0] + compared.products[1].slug,
  looked: 'error' in first ? first.error : first.listed && first.listing_url,
  dry: 'valid' in dry && dry.valid,
  tools: (await client.listTools()).tools.length,
  failure: { ...failure, message: failure.message, name: failure.name },
  refused,
  away: away instanceof Error && { status: away.status, code: typeof away.error_code },
  climbing,
  asked,
  wait: limited instanceof Error && limited.retryAfterSeconds,
}))
`

// Each line must not compile.
const wrong = `
import { createClient } from 'proofstack'
const client = createClient()
await client.search({ query: 'x' })
await client.listProducts({ sort: 'oldest' })
await client.getProduct()
await client.submitProduct({ name: 'Letterbox' })
await client.list_tools()
const text: number = (await client.listTools()).tools[0]!.slug
const whole = (await client.listProducts({ detail: 'brief' })).products[0]!.workflow_summary
`

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-client-'))
  await writeFile(path.join(folder, 'cli.tgz'), (await request(`${site()}/cli.tgz`)).bytes)
  await extract({ file: path.join(folder, 'cli.tgz'), cwd: folder })
  await mkdir(path.join(folder, 'node_modules'))
  await rename(path.join(folder, 'package'), path.join(folder, 'node_modules/proofstack'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  return () => removeFolder(folder)
})

const node = (...args: string[]): Promise<Finished> =>
  promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Finished) => error,
  )

const compiler = path.resolve(import.meta.dirname, '../node_modules/typescript/bin/tsc')
const options =
  '--strict --noUncheckedIndexedAccess --target es2022 --module nodenext --ignoreConfig'

it('a strict program compiles, and gives the answers of the API', async () => {
  const { email, ...submission } = validSubmission()
  // The limits of submissions count the addresses of other tests, too.
  const relay = await startRelay(site())
  const { origin } = new URL(relay.url)
  await writeFile(path.join(folder, 'program.ts'), program({ ...submission, email }, origin))
  // The libraries are checked, too: the declarations of the client are one of them.
  const compiled = await node(compiler, ...options.split(' '), 'program.ts')
  expect(compiled).toMatchObject({ code: 0, stdout: '' })
  const { stdout, stderr } = await node('program.js')
  await relay.close()
  expect(stderr).toBe('')
  const said = JSON.parse(stdout) as { answers: Record<string, unknown> }
  const api = async (at: string) => (await request(`${site()}/api/v1${at}`)).json()
  const { results, listed, brief, product, compared, found, page } = said.answers
  expect(await api('/search?q=browser+automation&type=product&limit=2')).toMatchObject({ results })
  expect(await api('/products?sort=popular&limit=1')).toEqual(listed)
  expect(await api('/products?limit=1&detail=brief')).toEqual(brief)
  expect(await api(`/products/${(product as { slug: string }).slug}`)).toMatchObject({ product })
  expect(await api('/compare?slugs=n8n,dify')).toEqual(compared)
  expect(await api('/tools/redis?limit=1')).toEqual(page)
  expect(found).toMatchObject({ tools: [{ slug: 'nextjs' }] })
  expect(said).toMatchObject({
    use: expect.stringMatching(/^[a-z-]+\d+$/),
    products: 1,
    compared: 'n8ndify',
    looked: expect.stringMatching(/\/product\/n8n$/),
    dry: true,
    tools: expect.any(Number),
    failure: {
      name: 'ProofstackError',
      status: 400,
      error_code: 'VALIDATION_ERROR',
      message: expect.stringContaining('exactly two products'),
      details: [{ path: 'slugs', message: expect.any(String) }],
    },
    refused: '401 VALIDATION_ERROR',
    away: { status: 404, code: 'undefined' },
    climbing: 'slug must be a slug, not "..".',
    asked: ['https://else.example/api/v1/search?q=a%26b&limit=1'],
    wait: 7,
  })
})

it('a wrong argument, name or field does not compile', async () => {
  await writeFile(path.join(folder, 'wrong.ts'), wrong)
  const { stdout } = await node(compiler, '--noEmit', ...options.split(' '), 'wrong.ts')
  const lines = [...stdout.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  expect([...new Set(lines)]).toEqual([4, 5, 6, 7, 8, 9, 10])
})

it('every operation has a function', async () => {
  const list =
    'import { createClient } from "proofstack"; console.log(Object.keys(createClient()).join())'
  const { stdout } = await node('--input-type=module', '--eval', list)
  const plain = (name: string) => name.toLowerCase().replaceAll('_', '')
  expect(plain(stdout.trim()).split(',')).toEqual(Object.keys(operations).map(plain))
})
