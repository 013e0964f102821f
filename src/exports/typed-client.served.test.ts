import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api, validSubmission } from '#testing/api.ts'
import { type Finished, freshAddress, request } from '#testing/service.ts'

// A client with types that are generated from the served document. Its file is in the repository, so that
// the compiler and node find openapi-fetch.
const program = `
import createClient from 'openapi-fetch'
import { request } from '#testing/service.ts'
import type { components, paths } from './api.ts'

const [base = '', submission = '', from = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: base })

function ok<T>({ data, error, response }: { data?: T; error?: components['schemas']['ApiError']; response: Response }): T {
  if (data === undefined) throw new Error(response.url + ': ' + response.status + ' ' + error?.error_code)
  return data
}

// Another test may have used up the submission of 127.0.0.1.
async function fromOwnAddress(asked: Request): Promise<Response> {
  const headers = Object.fromEntries(asked.headers)
  const answer = await request(asked.url, { method: asked.method, headers, body: await asked.text(), from })
  return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } })
}

const { tools } = ok(await client.GET('/tools'))
const { results } = ok(await client.GET('/search', { params: { query: { q: 'browser automation', type: 'product' } } }))
const { product, next_action_code } = ok(await client.GET('/products/{slug}', { params: { path: { slug: results[0]!.slug } } }))
const { query, recommendations } = ok(await client.GET('/recommend', { params: { query: { stack: 'postgresql', limit: 3 } } }))
const compared = ok(await client.GET('/compare', { params: { query: { slugs: 'n8n,dify' } } }))
const [left, right] = compared.slugs
const { items, next_cursor } = ok(await client.GET('/changelog', { params: { query: { order: 'asc', limit: 2 } } }))
const first = items[0]!
const looked = ok(await client.GET('/lookup', { params: { query: { url: 'https://n8n.io' } } }))
const page = ok(await client.GET('/products', { params: { query: { sort: 'popular', limit: 1 } } }))
const dryRun = ok(
  await client.POST('/submit', { params: { query: { dry_run: 'true' } }, body: JSON.parse(submission), fetch: fromOwnAddress }),
)
const wrong = await client.GET('/compare', { params: { query: { slugs: 'n8n' } } })

// @ts-expect-error: there is no such parameter
await client.GET('/recommend', { params: { query: { tasks: 'support' } } })
// @ts-expect-error: there is no such order
await client.GET('/products', { params: { query: { sort: 'oldest' } } })
// @ts-expect-error: a submission has a name, an address, a description and an e-mail
const bodiless: NonNullable<paths['/submit']['post']['requestBody']>['content']['application/json'] = { name: 'Letterbox' }

console.log(JSON.stringify({
  tools: tools.length,
  product: product.slug === results[0]!.slug && next_action_code,
  recommended: query.resolved_tools[0]!.slug + ' ' + recommendations[0]!.rank + ' ' + (recommendations[0]!.product.tools ?? []).length,
  compared: left! + right! + compared.products[0]!.slug + compared.comparison.summary.length,
  changelog: first.type === 'product_approved' ? first.approved_at : first.timestamp,
  cursor: next_cursor,
  lookup: looked.listed ? looked.listing_url : looked.submit_url,
  page: page.products.length,
  valid: 'valid' in dryRun && dryRun.valid,
  wrong: wrong.error?.error_code,
  bodiless: Object.keys(bodiless).length,
}))
`

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, '.generated', `client-${process.pid}`)
const run = (args: string[]): Promise<Finished> =>
  promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Finished) => error,
  )

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  const document = (await request(`${api()}/openapi`)).text
  await writeFile(path.join(folder, 'api.ts'), astToString(await openapiTS(document)))
  await writeFile(path.join(folder, 'program.ts'), program)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('a client with types generated from the served document compiles strictly, and a wrong parameter does not', async () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  // Without the declarations of libraries, which are two thirds of the work. The generated types are no
  // declaration file, so they are checked.
  const options =
    '--noEmit --strict --noUncheckedIndexedAccess --target es2024 --module nodenext --types node --skipLibCheck --ignoreConfig --allowImportingTsExtensions'
  const { code, stdout } = await run([compiler, ...options.split(' '), 'program.ts'])
  expect(stdout).toBe('')
  expect(code).toBe(0)
})

it('the same client works against the service', async () => {
  const submission = JSON.stringify(validSubmission())
  const { stdout, stderr } = await run(['program.ts', api(), submission, freshAddress()])
  expect(stderr.replace(/\(.*ExperimentalWarning[\s\S]*/, '')).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    tools: expect.any(Number),
    product: 'APPROVED_FOR_AGENT_DIRECTORY',
    recommended: expect.stringMatching(/^postgresql 1 [1-9]/),
    compared: expect.stringMatching(/^n8ndifyn8n[1-9]/),
    changelog: expect.stringMatching(/^2\d{3}-/),
    cursor: expect.any(String),
    lookup: expect.stringMatching(/\/product\/n8n$/),
    page: 1,
    valid: true,
    wrong: 'VALIDATION_ERROR',
  })
})
