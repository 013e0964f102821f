import type { Published } from '#catalog/questions.ts'
import { limits } from '#contract/limits.ts'
import * as contract from '#contract/operations/list-tools.ts'
import type { Input } from '#contract/operation.ts'
import { nameResolver } from '#core/stack.ts'
import { mostNear, noToolFound, unknownValue } from '#present/notes.ts'
import type { Entry } from '#search/open-index.ts'
import { search, suggestions } from '#search/search.ts'
import { handling } from './answer.ts'

/** The MCP tool `list_tools`. In REST, GET /tools is a static file of the build. */
export const listTools = handling(contract.listTools, async ({ query }, { catalog }) => {
  const { tools, note } = toolsFor(query, await catalog.current())
  const named = tools.map(({ slug, name, description, category }) => ({
    slug,
    name,
    description,
    category,
  }))
  return { status: 200, body: { tools: named, ...(note === undefined ? {} : { note }) } }
})

type Query = Input<typeof contract.listTools>['query']

// Selects tools. A filtered list is cut, so that it fits the context of an agent.
function toolsFor(
  { category: named, query }: Query,
  { tools: all, toolsBySlug, index, categories }: Published,
) {
  if (named === undefined && query === undefined) return { tools: all, note: undefined }
  const category = named && (nameResolver(categories)(named)?.slug ?? named)
  const slugs = categories.map(({ slug }) => slug)
  if (category !== undefined && !slugs.includes(category))
    return { tools: [], note: unknownValue('category', category, slugs) }
  const toolsOf = (entries: readonly Entry[]) => entries.map(({ slug }) => toolsBySlug.get(slug)!)
  const matching =
    query === undefined ? all : toolsOf(search(index, query, { kind: 'tool', limit: all.length }))
  const found = matching.filter((tool) => category === undefined || tool.category === category)
  if (found.length === 0 && query !== undefined) {
    const near = toolsOf(suggestions(index, query, { kind: 'tool', limit: mostNear }))
    return { tools: [], note: noToolFound(query, category, { elsewhere: matching, near }) }
  }
  const tools = found.slice(0, limits.tools_found)
  const note =
    tools.length < found.length
      ? `These are the first ${tools.length} of ${found.length}; more words in query find fewer.`
      : undefined
  return { tools, note }
}
