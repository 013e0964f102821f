import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** A tool with all names by which people refer to it. */
export interface NamedTool {
  slug: string
  name: string
  aliases: readonly string[]
}

/**
 * Returns a function that finds the tool a term means. Decisions, Recommend: "by slug, then name,
 * then alias, ignoring case and punctuation". The keys of a list of tools are made only once.
 */
export function stackResolver<T extends NamedTool>(
  tools: readonly T[],
): (term: string) => T | undefined {
  // Safe cast: the function returns entries of `tools`, which have the type T.
  return resolverOf(tools) as (term: string) => T | undefined
}

/**
 * Returns a function that writes a tool as filters name it: `Next.js@16` as `nextjs@16`. What means
 * no known tool is returned as it is.
 */
export function stackFilter(tools: readonly NamedTool[]): (term: string) => string {
  const find = stackResolver(tools)
  return (term) => {
    const [name = '', ...version] = term.split('@')
    const slug = tools.some((tool) => tool.slug === name) ? name : find(name)?.slug
    return slug === undefined ? term : [slug, ...version].join('@')
  }
}

const resolverOf = onceFor((tools: readonly NamedTool[]) => {
  const spellings = [
    ...tools.map((tool) => [tool.slug, tool] as const),
    ...tools.map((tool) => [tool.name, tool] as const),
    ...tools.flatMap((tool) => tool.aliases.map((alias) => [alias, tool] as const)),
  ]
  // In reverse, so that of equal keys the first one stays in the map: slugs win over names and
  // aliases.
  const byKey = new Map(spellings.toReversed().map(([text, tool]) => [searchKey(text), tool]))
  // A name without letters or digits, such as an emoji, has an empty key, which would match every
  // term without letters.
  byKey.delete('')
  return (term: string) => byKey.get(searchKey(term))
})

/** The distinct tools that the terms of a stack mean, and the terms that mean no known tool. */
export function resolveStack<T extends NamedTool>(
  terms: readonly string[],
  tools: readonly T[],
): { resolved: T[]; unresolved: string[] } {
  const resolve = stackResolver(tools)
  const found = terms.map((term) => ({ term, tool: resolve(term) }))
  return {
    resolved: [...new Set(found.flatMap(({ tool }) => (tool ? [tool] : [])))],
    unresolved: found.flatMap(({ term, tool }) => (tool ? [] : [term])),
  }
}
