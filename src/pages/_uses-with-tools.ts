import { listWords } from '#catalog/list-words.ts'
import { catalog, changesOf } from '#catalog/published.ts'
import { type UseWithTool, usesWithTools } from '#catalog/use-with-tool.ts'
import { addresses } from '#core/addresses.ts'
import { facet } from '#present/browse.ts'
import { facetGroups } from '#present/facet-choice.ts'
import { once } from '#core/once.ts'

const to = addresses('')

/** Every page of a use case with a tool, by address. */
export const useWithToolPages = once(
  () => new Map(usesWithTools(catalog).map((pair) => [addressOf(pair), pair])),
)

/** The page of a use case with a tool; undefined where the build has none. */
export function useWithToolPage(use: UseWithTool['use'], tool: string): string | undefined {
  const address = to.useCaseWith(facetGroups.use.written(use), tool)
  return useWithToolPages().has(address) ? address : undefined
}

/** The title of such a page. */
export function titleOf({ use, tool }: UseWithTool): string {
  return `${listWords(catalog, catalog, { group: 'use', value: use })!.title} built with ${tool.name}`
}

/** The changes of the listings on each such page. */
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
