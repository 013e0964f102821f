/** A maker of clients: how it is asked, and what a stranger would write with what it makes. */
export interface Maker {
  /** Its package, whose version is told. */
  name: string
  /** The command that makes a client of openapi.json in the folder `made`. */
  command: readonly string[]
  /**
   * Asks the questions of `factsOf` through the client and prints the answers as JSON. It gets the
   * root of the API and a submission.
   */
  program: string
}

const head = `const [base = '', submission = ''] = process.argv.slice(2)
declare const process: { argv: string[] }
`

// The answers in the form that all programs share: what they are called here is checked by the
// compiler, too.
const tail = `
console.log(JSON.stringify({
  tools: tools.map(({ slug }) => slug),
  found: results.map(({ type, slug }) => type + ' ' + slug),
  product: [product.slug, nextActionCode],
  recommended: recommendations.map(({ score, product: one, match }) => [score, one.slug, match.reasons]),
  resolved: query.resolved_tools.map(({ slug }) => slug),
  compared: [compared.slugs, compared.comparison.summary],
  changed: items.map(({ type, id }) => [type, id]),
  looked: 'listing_url' in looked ? looked.listing_url : looked.submit_url,
  unlisted: 'listing_url' in unlisted ? unlisted.listing_url : unlisted.submit_url,
  page: [page.products.map(({ slug }) => slug), page.total],
  valid: 'valid' in dryRun && dryRun.valid,
  format: schema.format,
  wrong,
}))
`

export const makers: readonly Maker[] = [
  {
    name: 'openapi-typescript',
    command: ['openapi-typescript', 'openapi.json', '-o', 'made/openapi-typescript/api.ts'],
    program: `import createClient from 'openapi-fetch'
import type { paths } from './api'
${head}
const client = createClient<paths>({ baseUrl: base })
function ok<T>({ data, response }: { data?: T; response: Response }): T {
  if (data === undefined) throw new Error(response.url + ': ' + response.status)
  return data
}
const { tools } = ok(await client.GET('/tools'))
const { results } = ok(await client.GET('/search', { params: { query: { q: 'browser automation', limit: 5 } } }))
const { product, next_action_code: nextActionCode } = ok(await client.GET('/products/{slug}', { params: { path: { slug: 'n8n' } } }))
const { query, recommendations } = ok(await client.GET('/recommend', { params: { query: { task: 'customer support', stack: 'postgresql', limit: 3 } } }))
const compared = ok(await client.GET('/compare', { params: { query: { slugs: 'n8n,dify' } } }))
const { items } = ok(await client.GET('/changelog', { params: { query: { order: 'asc', limit: 3 } } }))
const looked = ok(await client.GET('/lookup', { params: { query: { url: 'https://n8n.io' } } }))
const unlisted = ok(await client.GET('/lookup', { params: { query: { url: 'nobody.example' } } }))
const page = ok(await client.GET('/products', { params: { query: { sort: 'popular', limit: 2, detail: 'brief' } } }))
const dryRun = ok(await client.POST('/submit', { params: { query: { dry_run: 'true' } }, body: JSON.parse(submission) }))
const schema = ok(await client.GET('/schema'))
const wrong = (await client.GET('/compare', { params: { query: { slugs: 'n8n' } } })).error?.error_code
${tail}`,
  },
  {
    name: '@hey-api/openapi-ts',
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'made/@hey-api/openapi-ts', '--silent'],
    program: `import * as api from './index'
import { client } from './client.gen'
${head}
client.setConfig({ baseUrl: base })
const thrown = { throwOnError: true } as const
const { tools } = (await api.listTools(thrown)).data
const { results } = (await api.search({ ...thrown, query: { q: 'browser automation', limit: 5 } })).data
const { product, next_action_code: nextActionCode } = (await api.getProduct({ ...thrown, path: { slug: 'n8n' } })).data
const { query, recommendations } = (await api.recommendProducts({ ...thrown, query: { task: 'customer support', stack: 'postgresql', limit: 3 } })).data
const compared = (await api.compareProducts({ ...thrown, query: { slugs: 'n8n,dify' } })).data
const { items } = (await api.listChangelog({ ...thrown, query: { order: 'asc', limit: 3 } })).data
const looked = (await api.lookupByUrl({ ...thrown, query: { url: 'https://n8n.io' } })).data
const unlisted = (await api.lookupByUrl({ ...thrown, query: { url: 'nobody.example' } })).data
const page = (await api.listProducts({ ...thrown, query: { sort: 'popular', limit: 2, detail: 'brief' } })).data
const dryRun = (await api.submitProduct({ ...thrown, query: { dry_run: 'true' }, body: JSON.parse(submission) })).data
const schema = (await api.getSchema(thrown)).data
const wrong = (await api.compareProducts({ query: { slugs: 'n8n' } })).error?.error_code
${tail}`,
  },
  {
    name: 'orval',
    command: ['orval', '--input', 'openapi.json', '--output', 'made/orval/api.ts'],
    program: `import axios from 'axios'
import * as api from './api'
${head}
axios.defaults.baseURL = base
const { tools } = (await api.listTools()).data
const { results } = (await api.search({ q: 'browser automation', limit: 5 })).data
const { product, next_action_code: nextActionCode } = (await api.getProduct('n8n')).data
const { query, recommendations } = (await api.recommendProducts({ task: 'customer support', stack: 'postgresql', limit: 3 })).data
const compared = (await api.compareProducts({ slugs: 'n8n,dify' })).data
const { items } = (await api.listChangelog({ order: 'asc', limit: 3 })).data
const looked = (await api.lookupByUrl({ url: 'https://n8n.io' })).data
const unlisted = (await api.lookupByUrl({ url: 'nobody.example' })).data
const page = (await api.listProducts({ sort: 'popular', limit: 2, detail: 'brief' })).data
const dryRun = (await api.submitProduct(JSON.parse(submission), { dry_run: 'true' })).data
const schema = (await api.getSchema()).data
const wrong = await api.compareProducts({ slugs: 'n8n' }).then(
  () => undefined,
  (error: unknown) => axios.isAxiosError<api.ApiError>(error) ? error.response?.data.error_code : undefined,
)
${tail}`,
  },
  {
    name: 'swagger-typescript-api',
    command: [
      'swagger-typescript-api',
      'generate',
      '-p',
      'openapi.json',
      '-o',
      'made/swagger-typescript-api',
      '-n',
      'api.ts',
      '--silent',
    ],
    program: `import { Api } from './api'
${head}
const api = new Api({ baseUrl: base })
const { tools } = (await api.tools.listTools()).data
const { results } = (await api.search.search({ q: 'browser automation', limit: 5 })).data
const { product, next_action_code: nextActionCode } = (await api.products.getProduct('n8n')).data
const { query, recommendations } = (await api.recommend.recommendProducts({ task: 'customer support', stack: 'postgresql', limit: 3 })).data
const compared = (await api.compare.compareProducts({ slugs: 'n8n,dify' })).data
const { items } = (await api.changelog.listChangelog({ order: 'asc', limit: 3 })).data
const looked = (await api.lookup.lookupByUrl({ url: 'https://n8n.io' })).data
const unlisted = (await api.lookup.lookupByUrl({ url: 'nobody.example' })).data
const page = (await api.products.listProducts({ sort: 'popular', limit: 2, detail: 'brief' })).data
const dryRun = (await api.submit.submitProduct(JSON.parse(submission), { dry_run: 'true' })).data
const schema = (await api.schema.getSchema()).data
const wrong = await api.compare.compareProducts({ slugs: 'n8n' }).then(
  () => undefined,
  (answer: Awaited<ReturnType<typeof api.compare.compareProducts>>) => answer.error?.error_code,
)
${tail}`,
  },
  {
    name: 'oazapfts',
    command: ['oazapfts', 'openapi.json', 'made/oazapfts/api.ts'],
    program: `import * as api from './api'
${head}
api.defaults.baseUrl = base
function ok<A extends { status: number }>(answer: A): Extract<A, { status: 200 }> {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer as Extract<A, { status: 200 }>
}
const { tools } = ok(await api.listTools()).data
const { results } = ok(await api.search({ q: 'browser automation', limit: 5 })).data
const { product, next_action_code: nextActionCode } = ok(await api.getProduct('n8n')).data
const { query, recommendations } = ok(await api.recommendProducts({ task: 'customer support', stack: 'postgresql', limit: 3 })).data
const compared = ok(await api.compareProducts('n8n,dify')).data
const { items } = ok(await api.listChangelog({ order: 'asc', limit: 3 })).data
const looked = ok(await api.lookupByUrl('https://n8n.io')).data
const unlisted = ok(await api.lookupByUrl('nobody.example')).data
const page = ok(await api.listProducts({ sort: 'popular', limit: 2, detail: 'brief' })).data
const dryRun = ok(await api.submitProduct(JSON.parse(submission), { dryRun: 'true' })).data
const schema = ok(await api.getSchema()).data
const refused = await api.compareProducts('n8n')
const wrong = refused.status === 400 ? refused.data.error_code : undefined
${tail}`,
  },
]
