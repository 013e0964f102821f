import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { bareService } from '#testing/service-parts.ts'
import { mcpRoute } from './handle-message.ts'
import { tools } from './tools.ts'

const urls = addresses('https://proofstack.example')
const settings = { mcpOrigins: ['https://chat.example'], mailDeadlineMs: 0 }
const route = mcpRoute(bareService({ urls, settings, log: () => {}, readLimiter: undefined }))

const json = { 'content-type': 'application/json' }
const post = (headers: HeadersInit, message: unknown) => {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return route({ request: new Request(urls.mcp, { method: 'POST', headers, body }) })
}

const version = '2026-07-28'
const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} }
const ofVersion = (named: unknown) => ({ 'io.modelcontextprotocol/protocolVersion': named })
const meta = { ...ofVersion(version), ...capabilities }

interface Sent {
  method?: string
  params?: Record<string, unknown>
  id?: unknown
  /** Replaces or, with undefined, removes a header. */
  headers?: Record<string, string | undefined>
}

/** Sends a right request of this version, but for what is given. */
async function send(given: Sent | string = {}) {
  const {
    method = 'server/discover',
    params = {},
    id = 1,
    headers: other = {},
  } = typeof given === 'string' ? {} : given
  const headers = new Headers({
    ...json,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
  })
  for (const [name, value] of Object.entries(other))
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
  const message = { jsonrpc: '2.0', id, method, params: { _meta: meta, ...params } }
  const answer = await post(headers, typeof given === 'string' ? given : message)
  const text = await answer.text()
  const { status } = answer
  const type = answer.headers.get('content-type')
  return { status, type, text, json: () => JSON.parse(text) as unknown }
}

const named = (header: string, name = 'nothing') => ({
  method: 'tools/call',
  params: { name, arguments: {} },
  headers: { 'mcp-name': header },
})

describe('a request of 2026-07-28', () => {
  it('discovers both versions, the tools, and how long that holds for everyone', async () => {
    const { status, json } = await send()
    expect(status).toBe(200)
    expect(json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        resultType: 'complete',
        _meta: {
          'io.modelcontextprotocol/serverInfo': expect.objectContaining({ name: 'proofstack' }),
        },
        supportedVersions: [version, '2025-11-25'],
        capabilities: { tools: {} },
        instructions: expect.stringContaining('Cite listing URLs'),
        ttlMs: 3_600_000,
        cacheScope: 'public',
      },
    })
  })

  it('lists the tools of the former version in the same order, cacheable by everyone', async () => {
    const { json } = await send({ method: 'tools/list' })
    expect(json()).toMatchObject({
      result: {
        resultType: 'complete',
        tools: JSON.parse(JSON.stringify(tools)) as object[],
        ttlMs: 3_600_000,
        cacheScope: 'public',
      },
    })
    const again = await send({ method: 'tools/list', params: { cursor: 'more' } })
    expect(again.json()).toMatchObject({ id: 1, error: { code: -32602 } })
  })

  it('is answered with 202 and nothing if it is a notification', async () => {
    const headers = { ...json, 'mcp-protocol-version': version }
    const params = { _meta: meta }
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    const answer = await post(headers, message)
    expect([answer.status, await answer.text()]).toEqual([202, ''])
  })

  it('that subscribes gets an acknowledgement without subjects, and the end', async () => {
    const { type, text } = await send({
      method: 'subscriptions/listen',
      params: { notifications: {} },
    })
    expect(type).toBe('text/event-stream')
    const events = text
      .trim()
      .split('\n\n')
      .map((event) => JSON.parse(event.split('data: ')[1]!) as object)
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 }
    expect(events).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta } },
      { id: 1, result: { resultType: 'complete', _meta } },
    ])
  })

  const of = (named: unknown) => ({ ...meta, ...ofVersion(named) })
  it.each<[string, Sent | string, number, number, object?]>([
    ['no JSON', '{', 400, -32700],
    ['a batch', '[]', 400, -32600],
    ['a null id', { id: null }, 400, -32600],
    ['no _meta', { params: { _meta: undefined } }, 400, -32602],
    ['a _meta without version', { params: { _meta: capabilities } }, 400, -32602],
    ['a version that is no text', { params: { _meta: of(7) } }, 400, -32602],
    ['no capabilities', { params: { _meta: ofVersion(version) } }, 400, -32602],
    ['no version header', { headers: { 'mcp-protocol-version': undefined } }, 400, -32020],
    [
      'another version in the header',
      { headers: { 'mcp-protocol-version': '2025-11-25' } },
      400,
      -32020,
    ],
    ['an unknown version under this header', { params: { _meta: of('v999') } }, 400, -32020],
    ['no method header', { headers: { 'mcp-method': undefined } }, 400, -32020],
    [
      'a method header in another case',
      { headers: { 'mcp-method': 'Server/Discover' } },
      400,
      -32020,
    ],
    [
      'an unknown version',
      { params: { _meta: of('v999') }, headers: { 'mcp-protocol-version': 'v999' } },
      400,
      -32022,
      { supported: [version, '2025-11-25'], requested: 'v999' },
    ],
    ['no name header', { ...named(''), headers: {} }, 400, -32020],
    ['another name in the header', named('search', 'list_tools'), 400, -32020],
    ['a badly encoded name', named('=?base64?!?=', 'list_tools'), 400, -32020],
    ['an unknown method', { method: 'resources/list' }, 404, -32601],
    ['ping, which this version has not', { method: 'ping' }, 404, -32601],
    ['initialize, which this version has not', { method: 'initialize' }, 404, -32601],
    ['an unknown tool', named('nothing'), 200, -32602],
    [
      'arguments that are no object',
      { ...named('search', 'search'), params: { name: 'search', arguments: [] } },
      200,
      -32602,
    ],
  ])('is refused for %s', async (_, given, status, code, data) => {
    const answer = await send(given)
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code, ...(data && { data }) } })
    // An id that could not be read is absent.
    expect(answer.text.includes('"id"')).toBe(typeof given !== 'string' && given.id !== null)
  })

  it('may have spaces around its headers and an encoded name', async () => {
    const encoded = `=?base64?${Buffer.from('nothing').toString('base64')}?=`
    const answer = await send({ ...named(encoded), headers: { 'mcp-name': ` ${encoded} ` } })
    expect(answer.json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('no tool "nothing"') },
    })
  })
})

describe('a request of 2025-11-25', () => {
  it.each([
    [
      'that names its version in `_meta`, as discovery offers',
      { 'mcp-protocol-version': '2025-11-25' },
    ],
    ['that names it in `_meta` alone', {}],
  ])('%s is answered as before', async (_, headers) => {
    const _meta = { ...meta, ...ofVersion('2025-11-25') }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }
    const answer = await post({ ...json, ...headers }, message)
    expect(await answer.text()).not.toMatch(/resultType|ttlMs|cacheScope|serverInfo/)
    expect(answer.status).toBe(200)
  })
})

it('the preflight allows the headers of both versions', async () => {
  const asking = { method: 'OPTIONS', headers: { origin: 'https://chat.example' } }
  const answer = await route({ request: new Request(urls.mcp, asking) })
  expect(answer.headers.get('access-control-allow-headers')).toContain('mcp-method, mcp-name')
})
