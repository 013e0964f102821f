import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createMCPClient } from '@ai-sdk/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { type ToolId, tools } from '#mcp/tools.ts'
import { validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { freshAddress, removeFolder, request } from '#testing/service.ts'

const direct = () => `${inject('served').url}/mcp`

// Dry runs and submissions meet the limits of who calls, and these programs cannot be told where to
// call from: a relay does it for them.
let relay: Awaited<ReturnType<typeof relayFrom>>

beforeAll(async () => {
  relay = await relayFrom(freshAddress())
})
afterAll(() => relay.close())

const url = () => relay.url
const names = tools.map(({ name }) => name)

/** Arguments for each tool that the starters answer: those of its documentation. */
const calls = Object.fromEntries(
  tools.map(({ name }) => {
    const { params, query, body }: Operation['example'] = operations[name as ToolId].example
    const asked = { ...params, ...query, ...body }
    return [name, name === 'submit_product' ? { ...validSubmission(), dry_run: true } : asked]
  }),
) as Record<ToolId, Record<string, unknown>>

/**
 * Runs a command line tool of npm from an empty folder, so that no settings of this machine are
 * found.
 */
async function run(command: string, args: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-client-'))
  const { PATH } = process.env
  try {
    const bin = path.resolve(import.meta.dirname, '../node_modules/.bin', command)
    const env = { PATH: `${path.dirname(bin)}:${PATH}`, HOME: folder, NO_COLOR: '1' }
    return (await promisify(execFile)(bin, args, { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 }))
      .stdout
  } finally {
    await removeFolder(folder)
  }
}

describe('the official conformance suite', () => {
  // The others need tools with fixture names, or resources, prompts, completion, logging, sampling,
  // elicitation, sessions or event streams, which a stateless server with tools alone does not
  // offer. Decision 0013 lists them.
  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    'passes %s',
    async (scenario) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'proofstack-conformance-'))
      // Its check of rebinding takes servers on localhost by that name alone.
      const address = direct().replace('127.0.0.1', 'localhost')
      const printed = await run('conformance', [
        'server',
        '--url',
        address,
        '--scenario',
        scenario,
        '-o',
        folder,
      ])
      await removeFolder(folder)
      expect(printed).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
    },
  )
})

describe('the official inspector', () => {
  const inspect = async (...args: string[]) =>
    JSON.parse(
      await run('mcp-inspector', [
        '--cli',
        url(),
        '--transport',
        'http',
        ...args,
        '--format',
        'json',
      ]),
    ) as {
      result: Record<string, unknown>
    }

  it('finds every tool portable', async () => {
    const { result } = await inspect('--method', 'tools/list', '--strict')
    expect((result['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(names)
  })

  it.each(Object.entries(calls))('calls %s', async (name, given) => {
    const args = Object.entries(given).flatMap(([key, value]) => [
      '--tool-arg',
      `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ])
    const { result } = await inspect('--method', 'tools/call', '--tool-name', name, ...args)
    expect(result).toMatchObject({ isError: false, structuredContent: expect.any(Object) })
  })
})

describe('clients', () => {
  it('the SDK’s own checks every answer against the output schemas', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url())))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
    for (const [name, given] of Object.entries(calls)) {
      const result = await client.callTool({ name, arguments: given })
      expect(result.isError).toBe(false)
    }
    expect(
      await client.callTool({ name: 'get_product', arguments: { slug: 'nobody-has-this' } }),
    ).toMatchObject({ isError: true })
    await client.close()
  })

  it('the one of the AI SDK submits a product, reads it back, and finds it when it is approved', async () => {
    const client = await createMCPClient({
      transport: { type: 'http', url: direct(), fetch: fetchFrom(freshAddress()) },
    })
    const tools = await client.tools()
    expect(Object.keys(tools)).toEqual(names)
    const call = async (name: string, given: object) =>
      (await tools[name]!.execute!(
        given as never,
        { toolCallId: '1', messages: [], context: {} } as never,
      )) as {
        structuredContent: Record<string, unknown>
      }
    const body = validSubmission()
    const { structuredContent: accepted } = await call('submit_product', body)
    const slug = String(accepted['slug'])
    expect(
      (await call('get_product', { slug, email: body.email })).structuredContent,
    ).toMatchObject({ product: { status: 'pending' } })
    expect((await editor(['approve', slug, '--yes'])).code).toBe(0)
    expect((await call('get_product', { slug })).structuredContent).toMatchObject({
      product: { status: 'approved' },
    })
    expect((await call('search', { q: body['name'] })).structuredContent).toHaveProperty(
      'results.0.slug',
      slug,
    )
    await client.close()
  })

  it('mcporter lists the tools, and submits and reads from a command line', async () => {
    expect(await run('mcporter', ['list', url(), '--allow-http', '--schema'])).toContain(
      'recommend_products',
    )
    const call = async (name: string, given: object) => {
      const args = [
        '--http-url',
        url(),
        '--allow-http',
        '--tool',
        name,
        '--args',
        JSON.stringify(given),
        '--output',
        'json',
      ]
      return JSON.parse(await run('mcporter', ['call', ...args])) as Record<string, unknown>
    }
    const body = validSubmission()
    const accepted = await call('submit_product', body)
    expect(accepted).toMatchObject({ success: true, claim_status: null })
    expect(await call('get_product', { slug: accepted['slug'], email: body.email })).toMatchObject({
      product: { status: 'pending' },
    })
  })
})

/**
 * A fetch that calls from an address of its own, so that its submission meets no other client's
 * limit.
 */
function fetchFrom(from: string): typeof fetch {
  return async (input, init = {}) => {
    const { method, headers, body } = new Request(input, init)
    const sent =
      body === null ? {} : { body: new Uint8Array(await new Response(body).arrayBuffer()) }
    const answer = await request(String(input), {
      method,
      headers: Object.fromEntries(headers),
      from,
      ...sent,
    })
    const isEmpty = answer.status === 202 || answer.status === 204
    return new Response(isEmpty ? null : answer.text, {
      status: answer.status,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
}

/**
 * A server that passes everything on from an address of its own: a command line tool cannot be told
 * where to call from.
 */
async function relayFrom(from: string) {
  const server = http.createServer(async (asked, answered) => {
    const chunks: Buffer[] = []
    for await (const chunk of asked as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const answer = await request(direct(), {
      method: asked.method!,
      headers: { ...asked.headers, host: new URL(direct()).host },
      from,
      ...body,
    })
    const { 'content-type': type = 'text/plain', 'content-encoding': encoding } = answer.headers
    const encoded = encoding ? { 'content-encoding': encoding } : {}
    answered.writeHead(answer.status, { 'content-type': type, ...encoded }).end(answer.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/mcp`, close }
}
