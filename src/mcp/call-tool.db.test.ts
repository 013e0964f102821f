import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { type LimitState, limits } from '#contract/limits.ts'
import { processReadLimiter } from '#limits/read-limiter.ts'
import { validSubmission } from '#testing/api.ts'
import {
  type TestService,
  awayDatabase,
  callIn,
  freshClient,
  testStarters,
} from '#testing/service-parts.ts'
import { rowOf } from '#testing/rows.ts'
import { toolCaller } from './call-tool.ts'
import type { ToolResult } from './tool-result.ts'
import { type ToolId, tools } from './tools.ts'

const service = testStarters()

const callTool = async (
  name: ToolId,
  given: object = {},
  from = freshClient(),
  of: TestService = service,
) => {
  const result = await toolCaller(of)(name, given as Record<string, unknown>, from)
  return JSON.parse(result.toString()) as ToolResult
}

/** The characters of an answer that a host shows: structured content and text together. */
const sizeOf = ({ structuredContent, content }: ToolResult) =>
  JSON.stringify(structuredContent).length + content[0].text.length

describe('the tools', () => {
  const ajv = new Ajv2020({ strict: false })

  // Every tool with arguments that are answered from the starters, and the REST address of the same
  // question.
  const questions: [ToolId, object, string][] = [
    ['list_tools', {}, '/tools'],
    ['search', { q: 'browser automation', limit: 5 }, '/search?q=browser%20automation&limit=5'],
    ['list_products', { limit: 6 }, '/products?limit=6'],
    [
      'list_products',
      { is_agent: true, audience: 'for-developers', limit: 3, offset: 2 },
      '/products?is_agent=true&audience=for-developers&limit=3&offset=2',
    ],
    ['list_products', { detail: 'brief' }, '/products?detail=brief&limit=6'],
    ['list_changelog', {}, '/changelog?limit=20'],
    ['get_product', { slug: 'n8n' }, '/products/n8n'],
    ['lookup_by_url', { url: 'https://www.n8n.io/pricing' }, '/lookup?url=n8n.io'],
    ['lookup_by_url', { url: 'nobody.example' }, '/lookup?url=nobody.example'],
    [
      'recommend_products',
      { task: 'customer support', stack: 'postgresql, abacus', limit: 3 },
      '/recommend?task=customer%20support&stack=postgresql,%20abacus&limit=3',
    ],
    [
      'recommend_products',
      { task: 'support', detail: 'brief', limit: 2 },
      '/recommend?task=support&detail=brief&limit=2',
    ],
    [
      'compare_products',
      { slugs: 'n8n,dify', detail: 'brief' },
      '/compare?slugs=n8n,dify&detail=brief',
    ],
    ['compare_products', { slugs: 'vinext,superpowers' }, '/compare?slugs=vinext,superpowers'],
    ['compare_products', { slugs: ['vinext', 'superpowers'] }, '/compare?slugs=vinext,superpowers'],
    ['list_changelog', { order: 'asc', limit: 5 }, '/changelog?order=asc&limit=5'],
  ]

  it.each(questions)(
    '%s %j answers with the REST body, and fits its output schema',
    async (name, given, address) => {
      const result = await callTool(name, given)
      expect(result.isError).toBe(false)
      expect(result.structuredContent).toEqual((await callIn(service, name, address)).body)
      expect(result.content).toHaveLength(1)
      expect(result.content[0]!.text.length).toBeLessThanOrEqual(limits.mcp_text)
      const isAnswer = ajv.compile(tools.find((tool) => tool.name === name)!.outputSchema)
      expect(isAnswer(result.structuredContent) || isAnswer.errors).toBe(true)
    },
  )

  it.each([
    [{ query: 'weather vector pigeons' }, 'nearest: '],
    [{ query: 'postgres', category: 'models-providers' }, 'of other categories: postgresql'],
  ])('list_tools %j, which finds none, names what is near', async (given, said) => {
    const { isError, structuredContent } = await callTool('list_tools', given)
    expect(isError).toBe(false)
    expect(structuredContent).toEqual({ tools: [], note: expect.stringContaining(said) })
  })

  // Issue 10: structured content and text together, in characters.
  const budgets: [ToolId, object, number][] = [
    ['list_products', {}, 28_000],
    ['recommend_products', { task: 'customer support', stack: 'postgresql' }, 18_000],
    ['compare_products', { slugs: 'n8n,dify' }, 23_000],
    ['list_products', { detail: 'brief', limit: 24 }, 24_000],
    [
      'recommend_products',
      { task: 'customer support', stack: 'postgresql', detail: 'brief' },
      6_000,
    ],
    ['compare_products', { slugs: 'n8n,dify', detail: 'brief' }, 8_000],
    ['list_tools', { query: 'a' }, 12_000],
  ]

  it.each(budgets)('%s %j is answered in at most %i characters', async (name, given, most) => {
    const result = await callTool(name, given)
    expect(result.isError).toBe(false)
    expect(sizeOf(result)).toBeLessThanOrEqual(most)
  })

  it('whatever two products are compared and whatever is recommended, it fits, in brief where the whole would not', async () => {
    const asked = { task: 'all', sort: 'newest', offset: 0, limit: 40 } as const
    const { listings } = (await service.catalog.current()).list(asked)
    const sizes = []
    for (const [n, { slug }] of listings.slice(1).entries()) {
      const slugs = `${listings[n]!.slug},${slug}`
      const result = await callTool('compare_products', { slugs })
      const { structuredContent, content } = result
      const [product] = structuredContent['products'] as object[]
      const isWhole = 'overview' in product!
      expect(content[0].text.startsWith('In brief: the whole has')).toBe(!isWhole)
      const address = `/compare?slugs=${slugs}${isWhole ? '' : '&detail=brief'}`
      const { body } = await callIn(service, 'compare_products', address)
      expect(structuredContent).toEqual(body)
      sizes.push({ size: sizeOf(result), isWhole })
    }
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThanOrEqual(23_000)
    expect(new Set(sizes.map(({ isWhole }) => isWhole)).size).toBe(2)
    // With `detail: full` the answer is whole, however long.
    const longest = { slugs: 'n8n,langflow', detail: 'full' }
    const { structuredContent: whole } = await callTool('compare_products', longest)
    expect(whole).toHaveProperty('products[0].overview')
    const tasks = ['coding agent', 'browser automation', 'observability for agents', 'voice']
    for (const task of tasks)
      expect(sizeOf(await callTool('recommend_products', { task }))).toBeLessThanOrEqual(18_000)
  })

  it('the tools of every category fit, whole, and they are the tools of the whole list', async () => {
    const slugsOf = ({ structuredContent }: ToolResult) =>
      (structuredContent['tools'] as { slug: string }[]).map(({ slug }) => slug)
    const found: string[] = []
    for (const { slug } of service.catalog.categories) {
      const result = await callTool('list_tools', { category: slug })
      expect(result.structuredContent).not.toHaveProperty('note')
      expect(sizeOf(result)).toBeLessThanOrEqual(12_000)
      found.push(...slugsOf(result))
    }
    expect(found.sort()).toEqual(slugsOf(await callTool('list_tools')).sort())
  })

  it('more tools than fit are cut, and the answer says so', async () => {
    const { structuredContent, content } = await callTool('list_tools', { query: 'agent' })
    expect(structuredContent['tools']).toHaveLength(limits.tools_found)
    expect(structuredContent['note']).toMatch(/^These are the first 45 of \d+;/)
    expect(content[0].text).toContain('more words in query find fewer')
  })

  it.each([
    [{ query: 'postgres' }, 'postgresql'],
    [{ query: 'Next.js' }, 'nextjs'],
    [{ query: 'postgres', category: 'backend-db' }, 'postgresql'],
  ])('list_tools %j has first what is named', async (given, slug) => {
    const { structuredContent } = await callTool('list_tools', given)
    expect(structuredContent).toMatchObject({ tools: { 0: { slug } } })
  })

  it('without a limit there are six products, in brief where the whole would be too long', async () => {
    const { structuredContent, content } = await callTool('list_products', { tool: 'react' })
    const address = '/products?tool=react&limit=6&detail=brief'
    const brief = await callIn(service, 'list_products', address)
    const { products, ...rest } = brief.body as {
      products: { topics: string[]; activity: unknown }[]
    }
    // A list item has neither, so a brief one made of it has none.
    const asListed = products.map(({ topics: _, activity: __, ...product }) => product)
    expect(structuredContent).toEqual({ ...rest, products: asListed })
    expect(content[0].text).toMatch(
      /^In brief: the whole has \d+ characters, and detail=full gives it\.\n/,
    )
    const full = await callTool('list_products', { tool: 'react', detail: 'full' })
    const { body } = await callIn(service, 'list_products', '/products?tool=react&limit=6')
    expect(full.structuredContent).toEqual(body)
  })

  it('a brief page of 20 is whole', async () => {
    const result = await callTool('list_products', { detail: 'brief', limit: 20 })
    expect((result.structuredContent['products'] as unknown[]).length).toBe(20)
  })

  it('a brief page that would be longer is shorter, and its pages join without a gap', async () => {
    const slugs: string[] = []
    for (;;) {
      const given = { detail: 'brief', limit: 48, offset: slugs.length }
      const result = await callTool('list_products', given)
      expect(JSON.stringify(result).length).toBeLessThan(limits.mcp_brief)
      const { products, hasMore, offset } = result.structuredContent as unknown as {
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
    const { total } = (await callIn(service, 'list_products', '/products?limit=1')).body
    expect(new Set(slugs).size).toBe(total)
  })

  it('a call is counted once, also when its page is made smaller', async () => {
    const policy = { tokens: 5, seconds: 60 }
    const policies = { catalogue_reads: policy, search_reads: policy, picture_reads: policy }
    const secret = 'a secret for tests'
    const readLimiter = processReadLimiter({ policies, secret, now: () => 0 })
    const limited = Object.assign({}, service, { readLimiter })
    const counted: (LimitState | undefined)[] = []
    const from = freshClient()
    const given = { detail: 'brief', limit: 48 }
    for (let times = 0; times < 2; times++) {
      const count = (limit: LimitState | undefined) => counted.push(limit)
      const answer = await toolCaller(limited)('list_products', given, from, count)
      const { structuredContent } = JSON.parse(answer.toString()) as ToolResult
      expect(structuredContent['limit']).toBeLessThan(48)
    }
    expect(counted.map((limit) => limit?.remaining)).toEqual([4, 3])
  })

  it.each<[ToolId, object, said?: unknown, code?: string]>([
    ['search', { q: 'x'.repeat(201) }, expect.stringContaining('q has more than 200')],
    ['search', { query: 'x' }, expect.stringContaining('query is not an argument')],
    [
      'list_products',
      { limit: 'five', sort: 'best' },
      expect.stringContaining('There are 2 problems'),
    ],
    ['list_products', { limit: { a: 1 } }],
    ['get_product', {}, 'slug is required.'],
    ['get_product', { slug: 'no-such-product' }],
    ['get_product', { slug: '\0' }],
    ['get_product', { slug: 'unlisted', email: 'a\0b@example.com' }],
    ['lookup_by_url', { url: '127.0.0.1' }],
    ['recommend_products', {}, expect.not.stringContaining('/recommend')],
    ['compare_products', { slugs: 'n8n' }],
    ['list_changelog', { since: '' }],
    ['submit_product', { name: 'x' }, expect.stringContaining('url is required')],
    [
      'submit_product',
      validSubmission({ tool_slugs: ['abacus-9000'] }),
      expect.any(String),
      'INVALID_TOOL_SLUGS',
    ],
  ])(
    '%s refuses %j as a result, not as a protocol error',
    async (name, given, message = expect.any(String), error_code = 'VALIDATION_ERROR') => {
      const { isError, structuredContent, content } = await callTool(name, given)
      expect({ isError, structuredContent }).toMatchObject({
        isError: true,
        structuredContent: { error_code, message },
      })
      expect(content[0].text).toContain(String(structuredContent['message']).slice(0, 40))
    },
  )
})

describe('what models write', () => {
  it.each<[ToolId, object, string]>([
    ['list_products', { tool: 'nextjs-14' }, 'No tool is known as "nextjs-14" (nearest: nextjs)'],
    ['list_products', { category: 'language-runtimes' }, 'nearest: languages-runtimes'],
    ['list_products', { task: 'write-novels' }, 'there are: all, build-software'],
    ['recommend_products', { stack: ['nextjs-14'] }, 'nearest: nextjs'],
    [
      'recommend_products',
      { task: 'beekeeping' },
      'Nothing is recommended. <untrusted>Nothing that',
    ],
    ['search', { q: 'zzqqxxyy' }, 'Try fewer or other words.</untrusted> Try recommend_products'],
    ['get_product', { slug: 'n9n' }, 'Did you mean n8n?'],
    ['compare_products', { slugs: 'n9n,dify' }, 'Did you mean n8n?'],
    ['compare_products', { slugs: 'n8n,LangFlow' }, 'did you mean langflow?'],
    ['list_products', { toolz: 'nextjs' }, 'did you mean tool?'],
    ['list_tools', { category: 'language-runtimes' }, 'nearest: languages-runtimes'],
    ['get_product', { slug: 'Roo Code' }, 'Did you mean roo-code?'],
    ['list_tools', { query: 'nextjs-14' }, 'nextjs'],
    ['list_tools', { search: 'nextjs' }, 'it takes category, query'],
    ['list_tools', { query: 'x'.repeat(201) }, 'has more than 200 characters'],
  ])('%s of %j reads what is near', async (name, given, said) => {
    const { content } = await callTool(name, given)
    expect(content[0].text).toContain(said)
  })

  it('numbers as text and switches as booleans are what they mean', async () => {
    const [text, number] = [
      await callTool('list_products', { limit: '2', is_agent: true }),
      await callTool('list_products', { limit: 2, is_agent: 'true' }),
    ]
    expect(text.isError).toBe(false)
    expect(text.structuredContent).toEqual(number.structuredContent)
  })
})

describe('submitting', () => {
  it('counts for the address whichever handler was used, and tells the wait', async () => {
    const from = freshClient()
    const body = validSubmission({ submission_tier: 'paid_fast_track' })
    const dry = await callTool('submit_product', { ...body, dry_run: true }, from)
    expect(dry).toMatchObject({
      isError: false,
      structuredContent: { valid: true, warnings: [{ path: 'submission_tier' }] },
      content: [{ text: expect.stringContaining('always of the free tier') }],
    })
    const { isError, structuredContent } = await callTool('submit_product', body, from)
    expect({ isError, structuredContent }).toMatchObject({
      isError: false,
      structuredContent: { success: true },
    })
    const rest = { body: validSubmission(), from }
    expect((await callIn(service, 'submit_product', '/submit', rest)).status).toBe(429)
    expect(await callTool('submit_product', validSubmission(), from)).toMatchObject({
      isError: true,
      structuredContent: { error_code: 'RATE_LIMITED', retry_after_seconds: expect.any(Number) },
    })
    const { submitted_by_agent } = await rowOf(service.db, 'products', {
      slug: String(structuredContent['slug']),
    })
    expect(submitted_by_agent).toBe(true)
  })
})

describe('with the database away', () => {
  it('search and recommend answer as always, and other tools fail as results', async () => {
    const away = { ...service, db: awayDatabase() }
    const asked = [
      ['search', { q: 'n8n', limit: 1 }],
      ['recommend_products', { task: 'coding agent' }],
    ] as const
    for (const [name, given] of asked)
      expect(await callTool(name, given, freshClient(), away)).toEqual(await callTool(name, given))
    const failed = [
      await callTool('list_changelog', {}, freshClient(), away),
      await callTool('get_product', { slug: 'x', email: 'a@example.com' }, freshClient(), away),
    ]
    for (const result of failed) {
      const structuredContent = { error_code: 'INTERNAL_ERROR', retry_after_seconds: 60 }
      expect(result).toMatchObject({ isError: true, structuredContent })
    }
    expect(failed[0]).toEqual(failed[1])
  })
})
