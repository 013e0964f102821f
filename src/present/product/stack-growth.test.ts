import { describe, expect, it } from 'vitest'
import { productDetail } from '#present/present.ts'
import { sampleProduct, sampleProof, sampleTool } from '#testing/sample-records.ts'
import { addresses } from '#core/addresses.ts'
import { stackGrowth } from './stack-growth.ts'
import { stackLayers } from './stack-layers.ts'

const tools = ['react', 'redis', 'openai'].map((slug, index) =>
  sampleTool({
    slug,
    name: slug,
    category: ['frontend-ui', 'backend-db', 'models-providers'][index]!,
  }),
)
const detail = (since: Record<string, string>, firstCommit = true) =>
  productDetail(
    sampleProduct({
      slug: 'acme',
      tool_ids: tools.map(({ id }) => id),
      proof: sampleProof({
        last_activity: '2026-01-01T00:00:00Z',
        tools: tools.map(({ slug }) => ({
          slug,
          state: 'proved',
          level: 'required',
          path: 'package.json',
          line: 1,
        })),
        history: firstCommit
          ? {
              first_commit: '2024-01-01T00:00:00Z',
              tools: Object.entries(since).map(([slug, at]) => ({ slug, since: at })),
              past_tools: [],
            }
          : null,
      }),
    }),
    new Map(tools.map((tool) => [tool.id, tool])),
    addresses(''),
  )
const since = { react: '2024-01-01T00:00:00Z', redis: '2025-01-01T00:00:00Z' }
const past = [
  {
    slug: 'vue',
    name: 'Vue',
    since: '2024-07-01T00:00:00Z',
    until: '2025-07-01T00:00:00Z',
    href: 'https://github.com/acme/app/commit/1',
  },
]

describe('how a stack grew', () => {
  it('is a bar for each tool from its first day to its last, the oldest first', () => {
    const { bars, years, summary } = stackGrowth(detail(since), past)!
    expect(bars.map(({ name, x, width, when }) => [name, x, width, when])).toEqual([
      ['react', 0, 100, 'since Jan 2024'],
      ['Vue', 24.9, 49.9, 'Jul 2024 to Jul 2025'],
      ['redis', 50.1, 49.9, 'since Jan 2025'],
    ])
    expect(bars.map(({ left }) => left)).toEqual([undefined, past[0]!.href, undefined])
    expect(years).toEqual([
      { x: 50.1, label: '2025' },
      { x: 100, label: '2026' },
    ])
    expect(summary).toBe('Read from 24 months of commits: 2 tools in use, 1 that came and went.')
  })

  it('is not shown of fewer than two tools, or without a history', () => {
    expect(stackGrowth(detail({ react: since.react }), [])).toBeUndefined()
    expect(stackGrowth(detail(since, false), past)).toBeUndefined()
    const day = '2026-01-01T00:00:00Z'
    const { proof, ...product } = detail({ react: day, redis: day })
    expect(stackGrowth({ ...product, proof: { ...proof!, first_commit: day } }, [])).toBeUndefined()
  })
})

it('a stack is in layers from what thinks to what runs, each with its tools', () => {
  const named = { ...detail(since).tools[0]!, slug: 'new', category: 'a-new-category' }
  const layers = stackLayers([named, ...detail(since).tools])
  expect(layers.map((layer) => [layer.name, layer.tools.map(({ slug }) => slug)])).toEqual([
    ['Model clients', ['openai']],
    ['Interface', ['react']],
    ['Data and web', ['redis']],
    ['Other', ['new']],
  ])
})
