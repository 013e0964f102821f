import { limits } from '#contract/limits.ts'
import * as contract from '#contract/operations/list-tools.ts'
import { nameResolver } from '#core/stack.ts'
import { mostNear, noToolFound, unknownValue } from '#present/notes.ts'
import type { Entry } from '#search/open-index.ts'
import { search, suggestions } from '#search/search.ts'
import { handling } from './answer.ts'

/**
 * The MCP tool `list_tools`. In REST, GET /tools is a static file of the build. A filtered list is
 * cut, so that it fits the context of an agent.
 */
export const listTools = handling(
  contract.listTools,
  async ({ query: { category: named, query } }, { catalog }) => {
    const { tools: all, toolsBySlug, index, categories } = await catalog.current()
    const answer = (tools: typeof all, note?: string) => ({
      status: 200 as const,
      body: { tools: [...tools], note },
    })
    if (named === undefined && query === undefined) return answer(all)
    const category = named && (nameResolver(categories)(named)?.slug ?? named)
    const slugs = categories.map(({ slug }) => slug)
    if (category !== undefined && !slugs.includes(category))
      return answer([], unknownValue('category', category, slugs))
    const toolsOf = (entries: readonly Entry[]) => entries.map(({ slug }) => toolsBySlug.get(slug)!)
    const matching =
      query === undefined ? all : toolsOf(search(index, query, { kind: 'tool', limit: all.length }))
    const found = matching.filter((tool) => category === undefined || tool.category === category)
    if (found.length === 0 && query !== undefined) {
      const near = toolsOf(suggestions(index, query, { kind: 'tool', limit: mostNear }))
      return answer([], noToolFound(query, category, { elsewhere: matching, near }))
    }
    const most = limits.tools_found
    if (found.length <= most) return answer(found)
    const note = `These are the first ${most} of ${found.length}; more words in query find fewer.`
    return answer(found.slice(0, most), note)
  },
)
