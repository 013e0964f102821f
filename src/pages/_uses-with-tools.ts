import { listWords } from '#catalog/list-words.ts'
import { catalog, changesOf } from '#catalog/published.ts'
import { type UseWithTool, usesWithTools } from '#catalog/use-with-tool.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#present/browse.ts'
import { facetGroups } from '#present/facet-choice.ts'
import { once } from '#core/once.ts'

const to = addresses('')

/** All pages that combine a use case with a tool, by path: /agents/research/with/langgraph. */
export const useWithToolPages = once(
  () => new Map(usesWithTools(catalog).map((pair) => [addressOf(pair), pair])),
)

/** The path of the page for a use case and a tool; undefined if the build has no such page. */
export function useWithToolPage(use: UseWithTool['use'], tool: string): string | undefined {
  const address = to.useCaseWith(facetGroups.use.written(use), tool)
  return useWithToolPages().has(address) ? address : undefined
}

/** The title of a page that combines a use case with a tool. */
export function titleOf({ use, tool }: UseWithTool): string {
  return `${listWords(catalog, catalog, { group: 'use', value: use })!.title} built with ${tool.name}`
}

/** A feed for each page of a use case with a tool: the changes of the listings on the page. */
export function useWithToolFeeds() {
  return [...useWithToolPages()].map(([address, pair]) => ({
    title: titleOf(pair),
    page: address.slice(1),
    changes: changesOf([facet('use_case', pair.use), facet('tool', pair.tool.slug)]),
  }))
}

function addressOf({ use, tool }: UseWithTool): string {
  return to.useCaseWith(facetGroups.use.written(use), tool.slug)
}
