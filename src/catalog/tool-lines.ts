// Which lines of tools the listed products ask for, by the commits that were read.
import type { ProductProof } from '#contract/resources/proof.ts'
import { lineOf } from '#core/requirement.ts'
import { facet, ofCode } from '#present/lists/browse.ts'
import type { PastEndShare } from '#present/lists/trend-words.ts'
import type { openBuiltCatalog } from './built.ts'
import { briefOf } from './listing-view.ts'
import type { CatalogTool } from './tables.ts'

type Built = Pick<ReturnType<typeof openBuiltCatalog>, 'listings' | 'tools'>

/** A line of a tool, who asks for it, and what its maker says of its support. */
export type ToolLine = ReturnType<typeof toolLines>[number]

/** Fewer products say little of a tool. */
const fewest = 3

/** The lines of a tool that listings ask for, the newest first; none if too few say a version. */
export function toolLines({ listings }: Pick<Built, 'listings'>, tool: CatalogTool) {
  const asking = [...listings([facet('tool', tool.slug)])].flatMap((listing) =>
    askedIn(listing.proof(), [tool]).map((asked) => ({ ...asked, product: briefOf(listing) })),
  )
  if (asking.length < fewest) return []
  return [...Map.groupBy(asking, ({ line }) => line)]
    .sort(([a], [b]) => b.localeCompare(a, 'en', { numeric: true }))
    .map(([line, of]) => ({
      line,
      products: of.map(({ product }) => product),
      // Looks of different days may differ: once a line was seen to have ended, it has.
      support: (of.find(({ isEnded }) => isEnded) ?? of[0]!).support,
    }))
}

/** How many of the products with a stack of code ask for a line that has ended, by tool. */
export function pastEndShare({ listings, tools }: Built): PastEndShare {
  const dated = tools.filter(({ cycles }) => cycles.length > 0)
  const products = [...listings([ofCode])]
    .map((listing) => listing.proof())
    .map((proof) => ({ asked: askedIn(proof, dated), commit: proof?.source_date ?? '' }))
    .filter(({ asked }) => asked.length > 0)
  const byTool = Map.groupBy(
    products.flatMap(({ asked }) => asked),
    ({ tool }) => tool,
  )
  const counted = [...byTool].map(([{ slug, name }, asked]) => {
    return { slug, name, count: asked.filter(({ isEnded }) => isEnded).length, of: asked.length }
  })
  const latest = (days: string[]) => days.sort().at(-1) ?? ''
  return {
    count: products.filter(({ asked }) => asked.some(({ isEnded }) => isEnded)).length,
    of: products.length,
    tools: counted
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || a.of - b.of),
    commit: latest(products.map(({ commit }) => commit)),
    page: latest(dated.flatMap(({ cycles }) => cycles.map(({ read }) => read))),
  }
}

/** The lines of these tools that a product asks for. */
function askedIn(proof: ProductProof | null, tools: readonly CatalogTool[]) {
  return tools.flatMap((tool) => {
    const proved = proof?.tools.find(({ slug, state }) => slug === tool.slug && state === 'proved')
    if (!proved?.requirement) return []
    const { requirement, support, package: named, source } = proved
    const of = { package: named, path: source?.split('#')[0] ?? null }
    const line = lineOf(requirement.raw, of, tool)
    return line === null ? [] : [{ tool, line, support, isEnded: support?.state === 'ended' }]
  })
}
