import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { createMCPClient } from '@ai-sdk/mcp'
import {
  Client as ClientOfBothEras,
  StreamableHTTPClientTransport as TransportOfBothEras,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { type ToolId, tools } from '#mcp/tools.ts'
import { api, validSubmission } from '#testing/api.ts'
import { editor } from '#testing/editor.ts'
import { startRelay } from '#testing/relay.ts'
import { request } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const direct = () => `${inject('served').url}/mcp`

// Submissions are limited by client address, which these programs cannot choose.
let relay: Awaited<ReturnType<typeof startRelay>>

beforeAll(async () => {
  relay = await startRelay(direct())
})
afterAll(() => relay.close())

const url = () => relay.url
const names = tools.map(({ name }) => name)

/** The documented example of each tool, which the starter listings can answer. */
const calls = Object.fromEntries(
  tools.map(({ name }) => {
    const { params, query, body }: Operation['example'] = operations[name as ToolId].example
    const asked = { ...params, ...query, ...body }
    return [name, name === 'submit_product' ? { ...validSubmission(), dry_run: true } : asked]
  }),
) as Record<ToolId, Record<string, unknown>>

/** Runs a command line program of npm in an empty folder, away from the settings of this machine. */
async function run(command: string, args: string[]): Promise<string> {
  const folder = temporaryFolder()
  const { PATH } = process.env
  const bin = path.resolve(import.meta.dirname, '../node_modules/.bin', command)
  const own = { PATH: `${path.dirname(bin)}:${PATH}`, HOME: folder, NO_COLOR: '1' }
  const env = { ...own, NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled') }
  return (await promisify(execFile)(bin, args, { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 }))
    .stdout
}

// Five processes at once: each takes a second to start.
describe('the official conformance suite', { concurrent: true }, () => {
  // The other scenarios need fixture tools, or resources, prompts, completion, logging, sampling,
  // elicitation, sessions or event streams, which a stateless server with tools alone does not
  // offer. Decision 0013 lists them.
  it.each([
    ['server-initialize', '2025-11-25'],
    ['ping', '2025-11-25'],
    ['tools-list', '2025-11-25'],
    ['dns-rebinding-protection', '2025-11-25'],
    ['tools-list', '2026-07-28'],
    ['dns-rebinding-protection', '2026-07-28'],
    ['server-sse-multiple-streams', '2026-07-28'],
    ['input-required-result-unsupported-methods', '2026-07-28'],
    ['input-required-result-validate-input', '2026-07-28'],
  ])('passes %s of %s', async (scenario, version) => {
    const folder = temporaryFolder()
    // The rebinding scenario accepts a local server only by the name `localhost`.
    const address = direct().replace('127.0.0.1', 'localhost')
    const printed = await run('conformance', [
      'server',
      '--url',
      address,
      '--scenario',
      scenario,
      '--spec-version',
      version,
      '-o',
      folder,
    ])
    expect(printed).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/)
  })
})

describe('the official inspector', { concurrent: true }, () => {
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

describe('the official client of both eras', () => {
  const connected = async (mode: VersionNegotiationMode) => {
    const client = new ClientOfBothEras(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode } },
    )
    await client.connect(new TransportOfBothEras(new URL(url())))
    return client
  }

  it.each<[VersionNegotiationMode, string]>([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
    [{ pin: '2026-07-28' }, '2026-07-28'],
  ])(
    'as %j speaks %s, and finds every answer valid by its output schema',
    async (mode, version) => {
      const client = await connected(mode)
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      expect(client.getServerVersion()?.name).toBe('proofstack')
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
      for (const [name, given] of Object.entries(calls)) {
        const result = await client.callTool({ name, arguments: given })
        expect(result).toMatchObject({ isError: false, structuredContent: expect.any(Object) })
      }
      // A failure has to be valid by the same schema.
      expect(
        await client.callTool({ name: 'get_product', arguments: { slug: 'nobody-has-this' } }),
      ).toMatchObject({ isError: true, structuredContent: { error_code: 'VALIDATION_ERROR' } })
      await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({
        code: -32602,
      })
      await client.close()
    },
  )

  interface Named {
    slug: string
    name: string
  }
  interface Detail extends Named {
    url: string
    tools: Named[]
    proof: { licence: string | null; repository: string }
  }

  /** Questions, the same over REST, and what a model has to find in the text alone. */
  const questions: [ToolId, object, string, (body: never) => string[]][] = [
    [
      'search',
      { q: 'vector database', limit: 10 },
      '/search?q=vector%20database&limit=10',
      ({ results }: { results: Named[] }) => results.flatMap(({ slug, name }) => [slug, name]),
    ],
    [
      'recommend_products',
      { task: 'coding agent', stack: 'postgresql', detail: 'brief' },
      '/recommend?task=coding%20agent&stack=postgresql&limit=3',
      (body: { recommendations: { product: Named; match: { matched_tool_slugs: string[] } }[] }) =>
        body.recommendations.flatMap(({ product, match }) => [
          product.slug,
          ...match.matched_tool_slugs,
        ]),
    ],
    [
      'compare_products',
      { slugs: 'n8n,dify' },
      '/compare?slugs=n8n,dify',
      (body: { products: Detail[]; comparison: { shared_tools: Named[] } }) => [
        ...body.products.flatMap(({ slug, proof }) => [slug, proof.licence ?? 'licence unknown']),
        ...body.comparison.shared_tools.map(({ slug }) => slug),
      ],
    ],
    [
      'get_product',
      { slug: 'langfuse' },
      '/products/langfuse',
      ({ product }: { product: Detail }) => [
        product.name,
        product.url,
        product.proof.licence ?? 'licence unknown',
        product.proof.repository,
        ...product.tools.map(({ slug }) => slug),
      ],
    ],
    [
      'list_tools',
      { category: 'backend-db' },
      '/tools',
      ({ tools }: { tools: (Named & { category: string })[] }) =>
        tools.filter(({ category }) => category === 'backend-db').map(({ slug }) => slug),
    ],
    [
      'get_tool',
      { slug: 'qdrant' },
      '/tools/qdrant',
      (body: { tool: Named & { used_together: Named[] }; products: Named[] }) =>
        [body.tool, ...body.tool.used_together, ...body.products].map(({ slug }) => slug),
    ],
  ]

  it.each(questions)(
    'whose host drops the structured content of %s %j still reads the answer',
    async (name, given, path, facts) => {
      const expected = facts((await request(`${api()}${path}`)).json() as never)
      expect(expected.length).toBeGreaterThan(3)
      for (const mode of ['legacy', 'auto'] as const) {
        const client = await connected(mode)
        const { content } = await client.callTool({ name, arguments: { ...given } })
        const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
        expect(expected.filter((fact) => !text.includes(fact))).toEqual([])
        await client.close()
      }
    },
  )
})

describe('clients', () => {
  it('the client of the SDK finds every answer valid by its output schema', async () => {
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

  it('the client of the AI SDK submits a product, reads it back, and finds it after its approval', async () => {
    const ownRelay = await startRelay(direct())
    const client = await createMCPClient({ transport: { type: 'http', url: ownRelay.url } })
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
    await ownRelay.close()
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
