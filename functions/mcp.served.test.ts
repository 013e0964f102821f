import { describe, expect, inject, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { freshAddress, request } from '#testing/service.ts'

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

describe('the endpoint', () => {
  it('initializes, and refuses foreign origins, other methods and long messages', async () => {
    const answer = await send(initialize('2025-11-25'))
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    const foreign = await send(initialize('2025-11-25'), { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      const refused = await request(at('/mcp'), { method, headers: json })
      expect(refused).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    }
    expect((await send(`"${'x'.repeat(limits.mcp_message)}"`)).status).toBe(413)
  })

  it('refuses an argument called __proto__, which the SDK would drop', async () => {
    const message =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_tools","arguments":{"__proto__":{"a":1}}}}'
    expect((await send(message)).json()).toMatchObject({ result: { isError: true } })
  })
})

// The tools have their tests in src/mcp; here MCP and REST of one build must agree.
it.each([
  ['list_tools', {}, '/tools'],
  ['get_product', { slug: 'n8n' }, '/products/n8n'],
] as const)(
  '%s answers with the body of its REST address, file or function',
  async (name, given, address) => {
    const { isError, structuredContent } = await callTool(name, given)
    expect(isError).toBe(false)
    expect(structuredContent).toEqual((await request(at(`/api/v1${address}`))).json())
  },
)

describe('submitting', () => {
  it('shares the limits of REST by client address, and shows a pending listing to its submitter alone', async () => {
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
    const own = await callTool('get_product', { slug, email: body.email }, from)
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
