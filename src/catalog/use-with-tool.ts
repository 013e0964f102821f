import type { AgentUseCase } from '#contract/enums.ts'
import { facet } from '#present/browse.ts'
import { facetGroups } from '#present/facet-choice.ts'
import type { UseWithToolFacts } from '#present/use-with-tool-words.ts'
import { mostToolsOfUse } from './prerendered.ts'
import type { CatalogTool, Published } from './questions.ts'
import { usedTogether } from './used-together.ts'

/** A page needs at least this many listings: fewer have too little in common. */
const fewest = 3
/**
 * A tool that more than this fraction of a use case's listings use gets no page: it distinguishes
 * nothing.
 */
const mostShare = 0.7

/** A use case and a tool that enough listings have in common for a page. */
export interface UseWithTool {
  use: AgentUseCase
  tool: CatalogTool
  count: number
}

/**
 * The use case and tool pairs that get a page: by use case, then by number of listings, most first.
 */
export function usesWithTools(
  directory: Pick<Published, 'facetCounts' | 'tools' | 'total'>,
): UseWithTool[] {
  const { use: group } = facetGroups
  const all = directory.facetCounts()
  return group.options.flatMap((use) => {
    const key = facet(group.kind, use)
    const counts = directory.facetCounts([key])
    const most = mostShare * (all.get(key) ?? 0)
    return directory.tools
      .map((tool) => ({ use, tool, count: counts.get(facet('tool', tool.slug)) ?? 0 }))
      .filter(({ count }) => count >= fewest && count <= most)
      .toSorted((a, b) => b.count - a.count || (a.tool.name < b.tool.name ? -1 : 1))
      .slice(0, mostToolsOfUse(directory.total))
  })
}

/** What the listings of a use case that are built with a tool have in common, in numbers. */
export function useWithToolFacts(
  directory: Pick<Published, 'facetCounts' | 'tools' | 'total'>,
  { use, tool, count }: UseWithTool,
): UseWithToolFacts {
  const useKey = facet('use_case', use)
  const counts = directory.facetCounts([useKey, facet('tool', tool.slug)])
  return {
    use,
    tool: tool.name,
    count,
    ofUse: directory.facetCounts().get(useKey) ?? 0,
    ofTool: tool.product_count,
    total: directory.total,
    everyTool: counts.get(facet('proof', 'every_tool')) ?? 0,
    openSource: counts.get(facet('licence', 'open_source')) ?? 0,
    together: usedTogether(directory, tool.slug, [useKey]),
  }
}
