import { expect, it } from 'vitest'
import { facet } from '#present/lists/browse.ts'
import { madeCatalog } from '#testing/catalog-file.ts'
import { catalogTool, sampleProduct, sampleProof } from '#testing/sample-records.ts'
import { mostUsedTools, shareOf } from './most-used-tools.ts'
import { pastEndShare, toolLines } from './tool-lines.ts'

const uuid = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
const day = '2026-02-01'
const tools = ['alpha', 'beta'].map((slug, index) => ({
  ...catalogTool({ slug, id: uuid(index) }),
  main: [`pkg:npm/${slug}`],
  cycles: [
    { line: '4', released: null, ends: '2025-01-01', source: 'https://x.example', read: day },
  ],
}))
const since = '2026-01-01T00:00:00.000Z'
const proof = sampleProof({
  source_date: day,
  last_activity: '2026-09-01T00:00:00.000Z',
  tools: [
    {
      slug: 'alpha',
      state: 'proved',
      level: 'required',
      path: 'package.json',
      line: 1,
      package: 'pkg:npm/alpha',
      requirement: { raw: '^4.1.0' },
    },
  ],
  history: {
    first_commit: '2025-01-01T00:00:00.000Z',
    tools: [{ slug: 'alpha', since }],
    past_tools: [],
  },
})
const bases = ['own_code', 'self_hosted_edition', 'sdk', 'generated_apps', 'submission'] as const
const products = bases.map((stack_basis, index) =>
  sampleProduct({
    slug: `p${index}`,
    id: uuid(index),
    stack_basis,
    proof,
    tool_ids: tools.map(({ id }) => id),
  }),
)
const catalog = await madeCatalog({ products, tools })

it('shares, rankings, trends and moves count stacks of code alone, and lists hold all', () => {
  const alpha = facet('tool', 'alpha')
  expect(catalog.totalOf([alpha])).toBe(5)
  expect(shareOf(catalog, alpha)).toEqual({ count: 2, of: 2, percent: 100 })
  expect(mostUsedTools(catalog, alpha)).toEqual([{ slug: 'beta', name: 'beta', count: 2 }])
  expect(catalog.trends().products).toBe(2)
  expect(catalog.moves().map(({ product }) => product)).toEqual(['p0', 'p1'])
})

it('the lines of a tool have all listings that say one, and the share past its end stacks of code', () => {
  const [alpha, beta] = catalog.tools
  const ended = { state: 'ended', ends: '2025-01-01', source: 'https://x.example' }
  expect(toolLines(catalog, alpha!)).toMatchObject([{ line: '4', support: ended }])
  expect(toolLines(catalog, alpha!)[0]!.products).toHaveLength(5)
  expect(toolLines(catalog, beta!)).toEqual([])
  const tools = [{ slug: 'alpha', name: 'alpha', count: 2, of: 2 }]
  expect(pastEndShare(catalog)).toEqual({ count: 2, of: 2, tools, commit: day, page: day })
})
