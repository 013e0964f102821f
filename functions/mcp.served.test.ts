import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, inject, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { tools as toolTable } from '#mcp/tools.ts'
import { validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { freshAddress, request } from '#testing/service.ts'

type Tool = (typeof toolTable)[number]

interface Result {
  isError: boolean
  structuredContent: Record<string, unknown>
  content: { type: string; text: string }[]
}

const at = (path: string) => `${inject('served').url}${path}`
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

async function send(message: unknown, headers: Record<string, string> = {}, from?: string) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return request(at('/mcp'), {
    method: 'POST',
    headers: { ...json, ...headers },
    body,
    ...(from ? { from } : {}),
  })
}

async function ask<T>(method: string, params: object = {}, from?: string): Promise<T> {
  const answer = await send(
    { jsonrpc: '2.0', id: 1, method, params },
    { 'mcp-protocol-version': '2025-11-25' },
    from,
  )
  const { result } = answer.json() as { result?: T }
  if (!result) throw new Error(`${method} answered ${answer.text}`)
  return result
}

const callTool = (name: string, given: object = {}, from?: string) =>
  ask<Result>('tools/call', { name, arguments: given }, from)

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

describe('the protocol', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-11-25'],
    ['nonsense', '2025-11-25'],
  ])('a client of %s is answered with %s', async (asked, answered) => {
    const answer = await send(initialize(asked))
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.json()).toMatchObject({
      id: 0,
      result: {
        protocolVersion: answered,
        capabilities: { tools: {} },
        serverInfo: { name: 'proofstack' },
        instructions: expect.any(String),
      },
    })
  })

  it('a notification is accepted without a body', async () => {
    expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({
      status: 202,
      text: '',
    })
  })

  it('ping is answered, with a missing version header too', async () => {
    expect((await send({ jsonrpc: '2.0', id: 'a', method: 'ping' })).json()).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: {},
    })
  })

  it.each<[string, unknown, number, number, Record<string, string>?]>([
    ['no JSON', '{', 400, -32700],
    ['nothing', '', 400, -32700],
    ['no JSON-RPC', { hello: 1 }, 400, -32600],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32600],
    ['a number', 7, 400, -32600],
    ['too much', `"${'x'.repeat(limits.body_bytes)}"`, 413, -32600],
    [
      'another content type',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      415,
      -32600,
      { 'content-type': 'text/plain' },
    ],
    [
      'an unknown version',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      400,
      -32000,
      { 'mcp-protocol-version': '1999-01-01' },
    ],
    [
      'the version to come',
      { jsonrpc: '2.0', id: 1, method: 'server/discover' },
      400,
      -32000,
      { 'mcp-protocol-version': '2026-07-28' },
    ],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'prompts/list' }, 200, -32601],
    [
      'an unknown tool',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'juggle' } },
      200,
      -32602,
    ],
    [
      'a tool of Object',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'constructor' } },
      200,
      -32602,
    ],
    [
      'an initialize without parameters',
      { jsonrpc: '2.0', id: 1, method: 'initialize' },
      200,
      -32602,
    ],
    [
      'an initialize with a version that is no text',
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 5 } },
      200,
      -32602,
    ],
    [
      'a cursor that is no text',
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 5 } },
      200,
      -32602,
    ],
    [
      'a task',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tools', task: {} } },
      200,
      -32602,
    ],
    [
      'a stream alone',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      406,
      -32000,
      { accept: 'text/event-stream' },
    ],
    ['no tool name', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, 200, -32602],
    [
      'arguments that are no object',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: 'x' } },
      200,
      -32602,
    ],
  ])('%s is a protocol error', async (_, message, status, code, headers) => {
    const answer = await send(message, headers)
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { code, message: expect.any(String) },
    })
    expect(answer.text).not.toMatch(/\.m?js:\d+/)
  })

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])('%s is a 405 that allows POST', async (method) => {
    const answer = await request(at('/mcp'), { method, headers: { accept: 'text/event-stream' } })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  })

  it.each(['application/json', '*/*', '', undefined])(
    'a client that accepts %j is served',
    async (accept) => {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        ...(accept === undefined ? {} : { accept }),
        'mcp-protocol-version': '',
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      expect((await request(at('/mcp'), { method: 'POST', headers, body })).status).toBe(200)
    },
  )
})

describe('browsers', () => {
  it('of the site’s own origin may call, and ask before', async () => {
    const own = new URL(
      ((await request(at('/api/v1'))).json() as { endpoints: { url: string }[] }).endpoints[0]!.url,
    ).origin
    const answer = await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin: own })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': own, vary: expect.stringMatching(/origin/i) },
    })
    const before = await request(at('/mcp'), {
      method: 'OPTIONS',
      headers: { origin: own, 'access-control-request-method': 'POST' },
    })
    expect(before).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-methods': 'POST', 'access-control-allow-origin': own },
    })
  })

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    'of %s are refused, whatever they send',
    async (origin) => {
      for (const method of ['POST', 'GET', 'OPTIONS']) {
        const answer = await request(at('/mcp'), { method, headers: { ...json, origin } })
        expect(answer.status).toBe(403)
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    },
  )
})

describe('the tools', () => {
  const ajv = new Ajv2020({ strict: false })

  // Every tool with arguments that are answered from the starters, and the REST address of the same
  // question.
  const questions: [string, object, string][] = [
    ['list_tools', {}, '/tools'],
    ['search', { q: 'browser automation', limit: 5 }, '/search?q=browser%20automation&limit=5'],
    ['list_products', {}, '/products'],
    [
      'list_products',
      { is_agent: true, audience: 'for-developers', limit: 3, offset: 2 },
      '/products?is_agent=true&audience=for-developers&limit=3&offset=2',
    ],
    ['list_products', { detail: 'brief' }, '/products?detail=brief'],
    ['get_product', { slug: 'n8n' }, '/products/n8n'],
    ['lookup_by_url', { url: 'https://www.n8n.io/pricing' }, '/lookup?url=n8n.io'],
    ['lookup_by_url', { url: 'nobody.example' }, '/lookup?url=nobody.example'],
    [
      'recommend_products',
      { task: 'customer support', stack: 'postgresql, abacus' },
      '/recommend?task=customer%20support&stack=postgresql,%20abacus',
    ],
    ['compare_products', { slugs: 'n8n,dify' }, '/compare?slugs=n8n,dify'],
    ['compare_products', { slugs: ['n8n', 'dify'] }, '/compare?slugs=n8n,dify'],
    ['list_changelog', { order: 'asc', limit: 5 }, '/changelog?order=asc&limit=5'],
  ]

  it.each(questions)(
    '%s %j answers with the REST body, and fits its output schema',
    async (name, given, address) => {
      const result = await callTool(name, given)
      expect(result.isError).toBe(false)
      expect(result.structuredContent).toEqual((await request(at(`/api/v1${address}`))).json())
      expect(result.content).toHaveLength(1)
      expect(result.content[0]!.text.length).toBeLessThanOrEqual(limits.mcp_text)
      const { tools } = await ask<{ tools: Tool[] }>('tools/list')
      const isAnswer = ajv.compile(tools.find((tool) => tool.name === name)!.outputSchema)
      expect(isAnswer(result.structuredContent) || isAnswer.errors).toBe(true)
    },
  )

  it('a whole brief page of 24, text included, stays under 32,000 characters', async () => {
    const result = await callTool('list_products', { detail: 'brief' })
    expect((result.structuredContent['products'] as unknown[]).length).toBe(24)
    expect(JSON.stringify(result).length).toBeLessThan(limits.mcp_brief)
  })

  it('a brief page that would be longer is shorter, and its pages join without a gap', async () => {
    const slugs: string[] = []
    for (;;) {
      const result = await callTool('list_products', {
        detail: 'brief',
        limit: 48,
        offset: slugs.length,
      })
      expect(JSON.stringify(result).length).toBeLessThan(limits.mcp_brief)
      const { products, hasMore, offset } = result.structuredContent as {
        products: { slug: string }[]
        hasMore: boolean
        offset: number
      }
      slugs.push(...products.map(({ slug }) => slug))
      if (!hasMore) break
      // Who reads the text alone goes on after its last line.
      const { text } = result.content[0]!
      expect(text).toContain(`ask with offset ${offset + text.match(/^- /gm)!.length}.`)
    }
    const { total } = (await request(at('/api/v1/products?limit=1'))).json() as { total: number }
    expect(new Set(slugs).size).toBe(total)
  })

  it.each<[string, object, object]>([
    [
      'search',
      { q: 'x'.repeat(201) },
      { error_code: 'VALIDATION_ERROR', message: expect.stringContaining('q has more than 200') },
    ],
    [
      'search',
      { query: 'x' },
      {
        error_code: 'VALIDATION_ERROR',
        message: expect.stringContaining('query is not an argument'),
      },
    ],
    [
      'list_products',
      { limit: '5', sort: 'best' },
      { error_code: 'VALIDATION_ERROR', message: expect.stringContaining('There are 2 problems') },
    ],
    ['list_products', { limit: { a: 1 } }, { error_code: 'VALIDATION_ERROR' }],
    ['get_product', {}, { error_code: 'VALIDATION_ERROR', message: 'slug is required.' }],
    ['get_product', { slug: 'no-such-product' }, { error_code: 'VALIDATION_ERROR' }],
    ['get_product', { slug: '\0' }, { error_code: 'VALIDATION_ERROR' }],
    ['lookup_by_url', { url: '127.0.0.1' }, { error_code: 'VALIDATION_ERROR' }],
    [
      'recommend_products',
      {},
      { error_code: 'VALIDATION_ERROR', message: expect.not.stringContaining('/recommend') },
    ],
    ['compare_products', { slugs: 'n8n' }, { error_code: 'VALIDATION_ERROR' }],
    ['list_changelog', { since: '' }, { error_code: 'VALIDATION_ERROR' }],
    [
      'submit_product',
      { name: 'x' },
      { error_code: 'VALIDATION_ERROR', message: expect.stringContaining('url is required') },
    ],
    [
      'submit_product',
      validSubmission({ tool_slugs: ['abacus-9000'] }),
      { error_code: 'INVALID_TOOL_SLUGS' },
    ],
  ])('%s refuses %j as a result, not as a protocol error', async (name, given, content) => {
    const result = await callTool(name, given, freshAddress())
    expect(result).toMatchObject({ isError: true, structuredContent: content })
    expect(result.content[0]!.text).toContain(
      String(result.structuredContent['message']).slice(0, 40),
    )
  })
})

describe('submitting', () => {
  it('has the limits of REST, counted for the same address, and is seen by its submitter alone', async () => {
    const from = freshAddress()
    const body = validSubmission({ submission_tier: 'paid_fast_track' })
    const checked = await callTool('submit_product', { ...body, dry_run: true }, from)
    expect(checked.structuredContent).toMatchObject({ valid: true })
    const { isError, structuredContent } = await callTool('submit_product', body, from)
    expect({ isError, structuredContent }).toMatchObject({
      isError: false,
      structuredContent: { success: true, badge_opt_in: false },
    })
    const slug = String(structuredContent['slug'])

    const rest = { method: 'POST', headers: json, body: JSON.stringify(validSubmission()), from }
    expect((await request(at('/api/v1/submit'), rest)).status).toBe(429)
    const again = await callTool('submit_product', validSubmission(), from)
    expect(again).toMatchObject({
      isError: true,
      structuredContent: { error_code: 'RATE_LIMITED', retry_after_seconds: expect.any(Number) },
    })

    expect(await callTool('get_product', { slug })).toMatchObject({
      isError: true,
      structuredContent: { error_code: 'VALIDATION_ERROR' },
    })
    const own = await callTool('get_product', { slug, email: body.email })
    expect(own).toMatchObject({
      isError: false,
      structuredContent: {
        product: { status: 'pending' },
        next_action_code: 'UNDER_EDITORIAL_REVIEW',
      },
    })

    expect((await editor(['approve', slug, '--yes'])).code).toBe(0)
    expect(await callTool('get_product', { slug })).toMatchObject({
      structuredContent: { product: { submitted_by_agent: true } },
    })
  })

  it('twice with one idempotency key makes one listing', async () => {
    const body = { ...validSubmission(), idempotency_key: `mcp-${Date.now()}` }
    const from = freshAddress()
    const [first, second] = [
      await callTool('submit_product', body, from),
      await callTool('submit_product', body, from),
    ]
    expect(first.isError).toBe(false)
    expect(second.structuredContent).toEqual(first.structuredContent)
  })
})
