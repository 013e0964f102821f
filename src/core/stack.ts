import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** The names of a tool. */
export interface NamedTool {
  slug: string
  name: string
  aliases: readonly string[]
}

/**
 * Finds the tool that a term names. Decision 33, Recommend: "by slug, then name, then alias, ignoring
 * case and punctuation". The keys of a list of tools are made once.
 */
export function stackResolver<T extends NamedTool>(
  tools: readonly T[],
): (term: string) => T | undefined {
  // The result is an entry of `tools`.
  return resolverOf(tools) as (term: string) => T | undefined
}

const resolverOf = onceFor((tools: readonly NamedTool[]) => {
  const spellings = [
    ...tools.map((tool) => [tool.slug, tool] as const),
    ...tools.map((tool) => [tool.name, tool] as const),
    ...tools.flatMap((tool) => tool.aliases.map((alias) => [alias, tool] as const)),
  ]
  // Reversed, so that the first of equal keys wins.
  const byKey = new Map(spellings.toReversed().map(([text, tool]) => [searchKey(text), tool]))
  // Names without letters, such as an emoji, would match every term without letters.
  byKey.delete('')
  return (term: string) => byKey.get(searchKey(term))
})

/** The distinct tools that the terms of a stack name, and the unknown terms. */
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
