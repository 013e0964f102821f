import { describe, expect, inject, it } from 'vitest'
import { request } from '#testing/service.ts'

interface Entry {
  identifier: string
  displayName: string
  type: string
  metadata: Record<string, unknown>
  tags: string[]
  score?: number
}

const url = (path: string) => `${inject('served').url}/ard${path}`
const ask = async (path: string, body?: unknown) => {
  const answer = await request(
    url(path),
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  )
  return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> }
}
const entriesOf = (value: unknown) => value as Entry[]
const server = 'application/mcp-server-card+json'

describe('the registry of ARD', () => {
  it('finds what agents can connect to, best first, under our own name and without a word of trust', async () => {
    const { status, headers, body } = await ask('/search', {
      query: { text: 'workflow automation' },
      federation: 'referrals',
      pageSize: 5,
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
    const results = entriesOf(body['results'])
    expect(results.length).toBeGreaterThan(1)
    expect(results.map(({ score }) => score)).toEqual(
      results.map(({ score }) => score!).toSorted((a, b) => b - a),
    )
    for (const entry of results) {
      expect(entry.identifier).toMatch(/^urn:air:[a-z0-9.-]+:listing:[a-z0-9-]+$/)
      expect(['url' in entry, 'data' in entry].filter(Boolean)).toHaveLength(1)
      expect(entry).not.toHaveProperty('trustManifest')
      expect(entry.metadata).toMatchObject({
        'proofstack:lifecycle': expect.any(String),
        'proofstack:tools': expect.any(Number),
      })
    }
    expect(body['referrals']).toEqual([])
  })

  it('a filter has alternatives in a field and needs every field; a page continues where the last one ended', async () => {
    const query = {
      text: 'agent',
      filter: { type: server, publisher: ['localhost', 'other.example'] },
    }
    const first = (await ask('/search', { query, pageSize: 1 })).body
    const both = entriesOf((await ask('/search', { query, pageSize: 2 })).body['results'])
    expect(both).toHaveLength(2)
    expect(both.every(({ type }) => type === server)).toBe(true)
    const { body } = await ask('/search', { query, pageSize: 1, pageToken: first['pageToken'] })
    expect([...entriesOf(first['results']), ...entriesOf(body['results'])]).toEqual(both)
    const none = { text: 'agent', filter: { type: server, tags: ['no-such-topic'] } }
    expect((await ask('/search', { query: none })).body).toEqual({ results: [] })
  })

  it('counts the same matches that it finds', async () => {
    const query = { text: 'agent', filter: { type: [server] } }
    const found = entriesOf((await ask('/search', { query, pageSize: 100 })).body['results'])
    const facets = [{ field: 'type' }, { field: 'tags', limit: 2 }, { field: 'metadata.none' }]
    const { body } = await ask('/explore', { query, resultType: { facets } })
    const counted = body['facets'] as Record<string, { buckets: { count: number }[] }>
    expect(body['resultType']).toBe('facets')
    expect(counted['type']).toEqual({
      buckets: [{ value: server, count: found.length }],
      otherCount: 0,
    })
    expect(counted['tags']!.buckets).toHaveLength(2)
    expect(counted['metadata.none']).toEqual({ buckets: [], otherCount: 0 })
  })

  it('lists every entry once, in pages, by name', async () => {
    const all: Entry[] = []
    let page = await ask('/agents?pageSize=50')
    all.push(...entriesOf(page.body['items']))
    while (page.body['pageToken'] !== undefined) {
      page = await ask(`/agents?pageSize=50&pageToken=${String(page.body['pageToken'])}`)
      all.push(...entriesOf(page.body['items']))
    }
    expect(new Set(all.map(({ identifier }) => identifier)).size).toBe(page.body['total'])
    const names = all.map(({ displayName }) => displayName)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
    expect(page.headers).toMatchObject({ etag: expect.any(String) })
  })

  it.each([
    ['/search', {}, 'query'],
    ['/search', { query: {} }, 'query.text'],
    ['/search', { query: { text: 'x'.repeat(501) } }, 'query.text'],
    [
      '/search',
      { query: { text: 'a', filter: { 'trustManifest.identity': 'b' } } },
      'trustManifest',
    ],
    ['/search', { query: { text: 'a' }, pageSize: 101 }, 'pageSize'],
    ['/search', { query: { text: 'a' }, pageToken: '-1' }, 'pageToken'],
    ['/explore', { resultType: {} }, 'facets'],
    ['/agents?filter=type%3Dx', undefined, 'filter'],
    ['/agents?orderBy=score', undefined, 'orderBy'],
  ])('%s with %j says what is wrong, as ARD and as the API do', async (path, body, named) => {
    const answer = await ask(path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      errorCode: 'INVALID_ARGUMENT',
      error_code: 'VALIDATION_ERROR',
      message: answer.body['error'],
    })
    expect(answer.body['message']).toContain(named)
  })

  it('the wrong method is a 405, a preflight is answered, and /ard itself leads to its page', async () => {
    expect((await request(url('/search'))).status).toBe(405)
    const preflight = await request(url('/search'), { method: 'OPTIONS' })
    expect(preflight.headers).toMatchObject({ 'access-control-allow-methods': 'POST, OPTIONS' })
    expect(await request(url(''))).toMatchObject({
      status: 308,
      headers: { location: '/docs/ard' },
    })
  })
})
