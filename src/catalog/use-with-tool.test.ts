import { afterAll, expect, it } from 'vitest'
import type { AgentUseCase } from '#contract/enums.ts'
import { addresses } from '#core/addresses.ts'
import { noPackages } from '#core/tool-packages.ts'
import { makeCatalogFile } from '#testing/catalog-file.ts'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'
import { openBuiltCatalog } from './built.ts'
import { useWithToolFacts, usesWithTools } from './use-with-tool.ts'

const ends: (() => void)[] = []
afterAll(() => ends.forEach((end) => end()))

/** A directory in which each listing has a use case and tools, by their numbers. */
async function directoryOf(listings: { use: AgentUseCase; tools: number[] }[], tools: number) {
  const named = Array.from({ length: tools }, (_, number) => ({
    ...sampleTool({ slug: `t${number}`, name: `Tool ${String(number).padStart(3, '0')}` }),
    id: `00000001-0000-4000-8000-${String(number).padStart(12, '0')}`,
    product_count: listings.filter((one) => one.tools.includes(number)).length,
    homepage: 'https://tool.example',
    aliases: [],
    topics: [],
    examples: [],
    ...noPackages,
  }))
  const products = listings.map(({ use, tools: numbers }, number) =>
    sampleProduct({
      ...verifiedClaim,
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      slug: `p${number}`,
      agent_use_case: use,
      tool_ids: numbers.map((one) => named[one]!.id),
    }),
  )
  const { file, remove } = await makeCatalogFile({ products, tools: named })
  const catalog = openBuiltCatalog(file, addresses('https://site.example'))
  ends.push(() => {
    catalog.close()
    remove()
  })
  return catalog
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

it('a pair has a page from three listings on, but not when nearly all of the use case have it', async () => {
  const catalog = await directoryOf(
    [
      ...times(3, { use: 'voice', tools: [0, 1] } as const),
      ...times(2, { use: 'voice', tools: [0, 2] } as const),
      ...times(4, { use: 'sales', tools: [2] } as const),
      ...times(2, { use: 'sales', tools: [] } as const),
    ].map(({ use, tools }) => ({ use, tools: [...tools] })),
    3,
  )
  const pairs = usesWithTools(catalog).map(({ use, tool, count }) => [use, tool.slug, count])
  expect(pairs).toEqual([
    // 4 of 6 are no more than 70 %; of voice all 5 have the first tool.
    ['sales', 't2', 4],
    ['voice', 't1', 3],
  ])
})

it('counts what the listings of a pair have in common', async () => {
  const catalog = await directoryOf(
    [
      { use: 'voice', tools: [0, 1] },
      { use: 'voice', tools: [0, 1] },
      { use: 'voice', tools: [0, 2] },
      { use: 'voice', tools: [] },
      { use: 'voice', tools: [] },
      { use: 'sales', tools: [0, 1] },
    ],
    3,
  )
  const [pair] = usesWithTools(catalog)
  expect(useWithToolFacts(catalog, pair!)).toEqual({
    use: 'voice',
    tool: 'Tool 000',
    count: 3,
    ofUse: 5,
    ofTool: 4,
    total: 6,
    everyTool: 0,
    openSource: 0,
    together: [{ slug: 't1', name: 'Tool 001', count: 2 }],
  })
})

it('however many tools a use case has, forty of them have a page with it', async () => {
  const all = Array.from({ length: 120 }, (_, number) => number)
  const catalog = await directoryOf(
    [
      ...times(3, { use: 'voice' as const, tools: all.slice(0, 60) }),
      { use: 'voice', tools: all.slice(50, 60) },
      ...times(2, { use: 'voice' as const, tools: [] }),
      ...times(4, { use: 'research' as const, tools: all }),
      ...times(4, { use: 'research' as const, tools: [] }),
    ],
    120,
  )
  const pairs = usesWithTools(catalog)
  const of = (use: AgentUseCase) => pairs.filter((pair) => pair.use === use)
  expect([of('voice').length, of('research').length, pairs.length]).toEqual([40, 40, 80])
  // Those of the most listings.
  expect(
    of('voice')
      .slice(0, 10)
      .map(({ count }) => count),
  ).toEqual(times(10, 4))
})
