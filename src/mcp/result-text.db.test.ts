// What a model reads where a host shows the text of a result alone.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { load } from 'js-yaml'
import { limits } from '#contract/limits.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, freshClient, startersService } from '#testing/service-parts.ts'
import { toolCaller } from './call-tool.ts'
import type { ToolResult } from './tool-result.ts'
import type { ToolId } from './tools.ts'

const database = testDatabase()
let service: TestService
let judged: { for: 'search' | 'recommend'; q?: string; task?: string; stack?: string }[]
beforeAll(async () => {
  service = await startersService(database.db)
  const file = path.join(import.meta.dirname, '../testing/judged-queries.yaml')
  judged = load(await readFile(file, 'utf8')) as typeof judged
})

const callTool = async (name: ToolId, given: object) => {
  const result = await toolCaller(service)(name, given as Record<string, unknown>, freshClient())
  return JSON.parse(result.toString()) as ToolResult
}

interface Named {
  slug: string
  name: string
  tools?: Named[]
}

/** Problems of a text that should name these items. */
function missing({ content }: ToolResult, items: readonly Named[]): string[] {
  const { text } = content[0]
  expect(text.length).toBeLessThanOrEqual(limits.mcp_text)
  return items.flatMap(({ slug, name }) => {
    // A tool and a product may have one slug.
    const lines = text.split('\n').filter((each) => each.startsWith(`- ${slug} `))
    return lines.some((line) => line.includes(name)) ? [] : [`${slug} is not in: ${text}`]
  })
}

const shapes = [{}, { detail: 'brief' }, { detail: 'full' }, { detail: 'brief', limit: 24 }]

it.each(shapes)('names every product that any judged task is answered with: %j', async (shape) => {
  const tasks = judged.filter((one) => one.for === 'recommend')
  expect(tasks.length).toBeGreaterThan(100)
  let count = 0
  for (const { task, stack } of tasks) {
    const result = await callTool('recommend_products', { task, stack, ...shape })
    const recommendations = result.structuredContent['recommendations'] as {
      product: Named
      match: { matched_tool_slugs: string[]; reasons: string[] }
    }[]
    expect(
      missing(
        result,
        recommendations.map(({ product }) => product),
      ),
    ).toEqual([])
    const lines = result.content[0].text.split('\n')
    for (const { product, match } of recommendations) {
      const line = lines.find((each) => each.startsWith(`- ${product.slug} `))!
      for (const slug of match.matched_tool_slugs) expect(line).toContain(slug)
      expect(line).toMatch(/: score \d+; /)
      count++
    }
  }
  expect(count).toBeGreaterThan(300)
})

it('names every result of any judged search', async () => {
  for (const { q } of judged.filter((one) => one.for === 'search')) {
    const result = await callTool('search', { q, limit: 50 })
    expect(missing(result, result.structuredContent['results'] as Named[])).toEqual([])
  }
})

it.each(shapes)('names every product of every page: %j', async (shape) => {
  for (const page of [{}, { tool: 'postgresql' }, { category: 'backend-db' }]) {
    const result = await callTool('list_products', { ...page, ...shape })
    const { products } = result.structuredContent as unknown as { products: Named[] }
    expect(products.length).toBeGreaterThan(3)
    expect(missing(result, products)).toEqual([])
  }
})

describe('the text has what was asked for', () => {
  const textOf = async (name: ToolId, given: object) =>
    (await callTool(name, given)).content[0].text

  it('of a recommendation: the tools of the stack first, and whether they are proved', async () => {
    const given = { task: 'open-source coding agent', stack: 'postgres', detail: 'brief' }
    const text = await textOf('recommend_products', given)
    expect(text).toMatch(/^- \S+ http\S+: score \d+; .*uses postgresql \(proved\); .*licence \S+/m)
  })

  it('of a product: licence, repository, the days of its source and of the look, and the line that proves each tool', async () => {
    const text = await textOf('get_product', { slug: 'plandex' })
    expect(text).toContain('licence MIT')
    expect(text).toMatch(
      /source as of 20\d\d-\d\d-\d\d(?:, newest commit seen is of \S+)?, looked at 20\d\d-\d\d-\d\d/,
    )
    expect(text).toContain('Repository: <untrusted>https://github.com/plandex-ai/plandex')
    expect(text).toMatch(
      /Proof at <untrusted>https:\S+\/<\/untrusted>: .*postgresql required(?: since \d{4}-\d\d)? \S+go\.mod#L\d+/,
    )
  })

  it.each([{}, { detail: 'brief' }, { detail: 'full' }])(
    'of a comparison: licences, claims and all tools, in sentences of ours: %j',
    async (shape) => {
      const result = await callTool('compare_products', { slugs: 'n8n,dify', ...shape })
      const { products } = result.structuredContent as unknown as { products: Named[] }
      expect(missing(result, products)).toEqual([])
      const { text } = result.content[0]
      expect(text).toMatch(
        /^- n8n \S+: claim verified 20\d\d-\d\d-\d\d by [^;]+; licence Sustainable Use License/m,
      )
      expect(text).toMatch(/^- n8n: hosting: self_hosted, cloud; .*note of the editors: Source/m)
      expect(text).toMatch(/^- Only n8n is built with /m)
      for (const { slug } of products.flatMap(({ tools }) => tools!)) expect(text).toContain(slug)
    },
  )

  it('of a website: its listing with facts, and every tool', async () => {
    const result = await callTool('lookup_by_url', { url: 'docs.n8n.io' })
    const { text } = result.content[0]
    expect(text).toMatch(/^- n8n \S+: claim verified/m)
    for (const { slug } of result.structuredContent['stack'] as Named[])
      expect(text).toContain(slug)
  })

  it('of one tool: how many products use it, and each of the page', async () => {
    const result = await callTool('get_tool', { slug: 'postgresql' })
    const { text } = result.content[0]
    expect(text).toMatch(/^postgresql: PostgreSQL \(backend-db\), used by \d+ products/)
    expect(missing(result, result.structuredContent['products'] as Named[])).toEqual([])
    expect(text).toMatch(/^- \S+ \S+: uses postgresql \(proved\)/m)
    expect(text).toMatch(/^Asked for by major: \d+ by \d+, \d+ by \d+/m)
  })

  it('of trends: how many used each tool, of how many, and who picked it', async () => {
    const result = await callTool('list_trends', { category: 'agent-frameworks' })
    const { text } = result.content[0]
    for (const { slug } of result.structuredContent['tools'] as Named[])
      expect(text).toMatch(
        new RegExp(
          `^- ${slug}: .*used by .*\\d{4}-Q\\d \\d+ of \\d+; picked by .*\\d{4} \\d+ of`,
          'm',
        ),
      )
  })

  it('of trends: which products dropped a tool, and in which month', async () => {
    const text = await textOf('list_trends', { tool: 'langchain' })
    expect(text).toMatch(
      /^- skyvern \S*Skyvern\S* 2026-07: dropped langchain, llamaindex; added \w/m,
    )
    expect(text.match(/^- .*: dropped [^;\n]*\blangchain\b/gm)!.length).toBeGreaterThan(15)
  })

  it('of the tools of a category: how many products use each', async () => {
    const text = await textOf('list_tools', { category: 'vector-search' })
    expect(text).toMatch(/^- qdrant: Qdrant \(vector-search\), used by \d+$/m)
  })

  it('of a detected stack: what shows no tool, by the reason', async () => {
    const manifests = ['uv.lock', 'yarn.lock'].map((path) => ({ path, content: '' }))
    const text = await textOf('detect_stack', { manifests, purls: ['pkg:npm/left-pad'] })
    expect(text).toMatch(/^2 lock files that we ignore: \S+uv\.lock, yarn\.lock\S+ .*\/docs\/cli/m)
    expect(text).toMatch(/^One package we do not track: \S+pkg:npm\/left-pad/m)
  })

  it('of the tools: the slug of every tool', async () => {
    const result = await callTool('list_tools', {})
    const { text } = result.content[0]
    for (const { slug } of result.structuredContent['tools'] as Named[])
      expect(text).toMatch(new RegExp(`[ :]${slug}[ ,\\n]|${slug}$`, 'm'))
    expect(text.length).toBeLessThan(limits.mcp_text)
  })
})
