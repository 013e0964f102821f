import { hash } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { request } from '#testing/service.ts'

const get = (path: string) => request(`${inject('served').url}${path}`)

describe('what a client finds without being told', () => {
  it.each([
    ['/mcp/server-card', 'application/mcp-server-card+json'],
    ['/.well-known/ard.json', 'application/ai-catalog+json'],
    ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
    ['/.well-known/agent-skills/index.json', 'application/json'],
    ['/server.json', 'application/json'],
    [
      '/.well-known/http-message-signatures-directory',
      'application/http-message-signatures-directory+json',
    ],
    ['/.well-known/agents.json', 'application/json'],
    ['/data/index.json', 'application/json'],
    ['/data/catalog.json', 'application/json'],
    ['/data/catalog.ndjson', 'application/x-ndjson'],
  ])('%s is open to any origin and cached', async (path, type) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain(type)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300, must-revalidate',
      etag: expect.any(String),
    })
  })

  it.each([
    '/.well-known/agents.json',
    '/.well-known/api-catalog',
    '/data/index.json',
    '/data/catalog.json',
    '/data/catalog.ndjson',
    '/data/catalog.sqlite',
    '/llms.txt',
    '/mcp/server-card',
    '/product/n8n.md',
    '/product/n8n.cdx.json',
  ])('%s answers the preflight of a browser that has it already, and then a 304', async (path) => {
    const url = `${inject('served').url}${path}`
    const asked = { 'access-control-request-method': 'GET', origin: 'https://example.com' }
    const preflight = await request(url, { method: 'OPTIONS', headers: asked })
    expect(preflight).toMatchObject({
      status: 204,
      text: '',
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('if-none-match'),
      },
    })
    const { headers } = await get(path)
    expect(headers['access-control-expose-headers']).toContain('etag')
    const again = await request(url, { headers: { 'if-none-match': headers.etag } })
    expect([again.status, again.headers['access-control-allow-origin']]).toEqual([304, '*'])
  })

  it('a page is open to no other origin, so its preflight is refused', async () => {
    const answer = await request(`${inject('served').url}/docs`, { method: 'OPTIONS' })
    expect(answer.status).toBe(405)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('each skill is Markdown with the digest of the index', async () => {
    const index = (await get('/.well-known/agent-skills/index.json')).json() as {
      skills: { url: string; digest: string }[]
    }
    expect(index.skills).toHaveLength(3)
    for (const { url, digest } of index.skills) {
      const { status, headers, bytes } = await get(url)
      expect([status, headers['content-type']]).toEqual([
        200,
        expect.stringContaining('text/markdown'),
      ])
      expect(`sha256:${hash('sha256', bytes)}`).toBe(digest)
    }
  })

  it('a browser finds the search, and suggestions while it is typed', async () => {
    const page = await get('/')
    expect(page.text).toMatch(/<link rel="search" href="[^"]*\/opensearch\.xml"/)
    const description = await get('/opensearch.xml')
    expect(description.headers['content-type']).toContain('application/opensearchdescription+xml')
    const [, template] = /suggestions\+json" template="([^"]+)"/.exec(description.text)!
    const { pathname, search } = new URL(template!.replace('{searchTerms}', 'lang'))
    const suggested = await get(pathname + search)
    expect(suggested.headers['content-type']).toContain('application/x-suggestions+json')
    expect(suggested.json()).toEqual(['lang', expect.arrayContaining(['LangChain', 'Langfuse'])])
    expect((await get('/suggest')).json()).toEqual(['', []])
    expect((await get(`/suggest?q=${'x'.repeat(9000)}`)).status).toBe(400)
  })
})
