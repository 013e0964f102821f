import { describe, expect, inject, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { mcp } from '#contract/mcp.ts'
import { type Answer, freshAddress, request } from '#testing/service.ts'
import { validSubmission } from '#testing/api.ts'

const ours = /https?:\/\/localhost:\d+[^\s"'`<>)\\]*/g
const get = (path: string) => request(`${inject('served').url}${path}`)

/** Fills placeholders in braces and angle brackets with existing values. */
const filled = (text: string) =>
  text
    .replace(/\/(stack|tools)\/[{<]slug[}>]/g, '/$1/postgresql')
    .replace(/[{<]slug[}>]/g, 'n8n')
    .replaceAll('{email}', 'ada%40letters.example')

/** The required query of an operation. */
const requiredQueries: Record<string, string> = {
  [operations.lookup_by_url.path]: '?url=n8n.io',
  [operations.recommend_products.path]: '?task=support',
  [operations.compare_products.path]: '?slugs=n8n,dify',
}

const posted = (path: string, body: unknown, headers = {}) =>
  request(`${inject('served').url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    from: freshAddress(),
  })

/** Claims a product that nobody submitted. */
const startClaim = () => {
  const { url, email } = validSubmission()
  return posted(`/api/v1${operations.claim_listing.path}`, { url, email })
}

/** Requests an address. A POST stores nothing, but for a claim that nobody can prove. */
async function ask(address: string): Promise<Answer> {
  const { pathname, search } = new URL(address)
  if (pathname === `/api/v1${operations.claim_listing.path}`) return startClaim()
  if (pathname.startsWith(`/api/v1${operations.claim_listing.path}/`)) {
    const { claim } = (await startClaim()).json() as { claim: string }
    return posted(pathname.replace('%7Bclaim%7D', claim), {})
  }
  if (pathname === `/api/v1${operations.report_fact.path}`)
    return posted(`${pathname}?dry_run=true`, operations.report_fact.example.body)
  if (pathname === `/api/v1${operations.submit_product.path}`)
    return posted(`${pathname}?dry_run=true`, validSubmission())
  if (pathname === `/api/v1${operations.detect_stack.path}`)
    return posted(pathname, { purls: ['pkg:npm/next'] })
  // The base of the registry, below which its addresses are.
  if (pathname === '/ard') return get('/ard/agents')
  if (pathname !== mcp.path)
    return get(pathname + (search || (requiredQueries[pathname.replace('/api/v1', '')] ?? '')))
  const params = {
    protocolVersion: mcp.protocol_version,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  return posted(
    pathname,
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { accept: 'application/json, text/event-stream' },
  )
}

/** The addresses that do not answer with 2xx; each is requested once. */
async function unanswered(addresses: Iterable<string>): Promise<string[]> {
  const failed: string[] = []
  for (const address of new Set(addresses)) {
    const { status } = await ask(address)
    if (status < 200 || status > 299) failed.push(`${new URL(address).pathname}: ${status}`)
  }
  return failed
}

const namedIn = (text: string) =>
  [...filled(text).matchAll(ours)].map(([address]) => address.replace(/[.,;:]+$/, ''))

describe('every address answers in', () => {
  it.each([
    '/.well-known/agents.json',
    '/.well-known/api-catalog',
    '/.well-known/ard.json',
    '/mcp/server-card',
    '/server.json',
    '/llms.txt',
    '/data/index.json',
    '/robots.txt',
    '/api/v1',
  ])('%s', async (path) => {
    const named = namedIn((await get(path)).text)
    expect(named.length).toBeGreaterThan(0)
    expect(await unanswered(named)).toEqual([])
  })

  it('/llms-full.txt, without the samples of the documentation', async () => {
    const text = (await get('/llms-full.txt')).text.replace(/```.*?```|`[^`\n]*`/gs, '')
    const named = namedIn(text)
    expect(named.length).toBeGreaterThan(50)
    expect(await unanswered(named)).toEqual([])
  })

  it('the lightweight schema', async () => {
    const { endpoints, ...schema } = (await get('/api/v1/schema')).json() as { endpoints: object }
    const site = new URL(namedIn(JSON.stringify(schema))[0]!).origin
    const paths = Object.keys(endpoints).map((endpoint) =>
      filled(site + endpoint.replace(/^[A-Z]+ /, '')),
    )
    expect(paths).toHaveLength(Object.keys(operations).length)
    expect(await unanswered([...namedIn(JSON.stringify(schema)), ...paths])).toEqual([])
  })

  it('the servers and paths of the OpenAPI document', async () => {
    const { servers, paths } = (await get('/api/v1/openapi')).json() as {
      servers: { url: string }[]
      paths: object
    }
    const addresses = servers.flatMap(({ url }) => [
      url,
      ...Object.keys(paths).map((path) => filled(url + path)),
    ])
    expect(await unanswered(addresses)).toEqual([])
  })

  it('the Link headers', async () => {
    const answers = await Promise.all(['/api/v1/tools', '/product/n8n.md', '/index.md'].map(get))
    const named = answers.flatMap(({ headers }) => namedIn(String(headers.link)))
    expect(await unanswered(named)).toEqual([])
  })

  it('the sitemap, and each is a page with the same canonical address', async () => {
    const { text } = await get('/sitemap.xml')
    const pages = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!)
    expect(pages.length).toBeGreaterThan(240)
    expect(new Set(pages).size).toBe(pages.length)
    const wrong: string[] = []
    for (const page of pages) {
      const { pathname, search } = new URL(page)
      const answer = await get(pathname + search)
      const isRight =
        answer.status === 200 && answer.text.includes(`<link rel="canonical" href="${page}"`)
      if (!isRight) wrong.push(`${page}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
    for (const [, moment] of text.matchAll(/<lastmod>([^<]*)/g))
      expect([moment!.endsWith('Z'), Date.parse(moment!) <= Date.now()]).toEqual([true, true])
    expect(
      pages.filter((page) =>
        /^(?!\/compare\?slugs=).*\?|^\/(?:confirm-owner|search|404)/.test(
          page.slice(new URL(page).origin.length),
        ),
      ),
    ).toEqual([])
  })
})

it('the API catalogue has its media type and link, for HEAD too', async () => {
  const url = `${inject('served').url}/.well-known/api-catalog`
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await request(url, { method })
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/linkset\+json; profile="/)
    expect(headers.link).toContain('rel="api-catalog"')
  }
})
