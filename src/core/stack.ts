import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** A tool as a stack may name it. */
export interface NamedTool {
  slug: string
  name: string
  aliases: readonly string[]
}

/**
 * Finds the tool that a term names. Decision, Recommend: "by slug, then name, then alias, ignoring
 * case and punctuation". The spellings of a list of tools are read once: every question asks for
 * them, and to read them took a fifth of its time.
 */
export function stackResolver<T extends NamedTool>(
  tools: readonly T[],
): (term: string) => T | undefined {
  // It finds what stands in these very tools.
  return resolverOf(tools) as (term: string) => T | undefined
}

const resolverOf = onceFor((tools: readonly NamedTool[]) => {
  const bySpelling = new Map<string, NamedTool>()
  const spellings: ((tool: NamedTool) => readonly string[])[] = [
    (tool) => [tool.slug],
    (tool) => [tool.name],
    (tool) => tool.aliases,
  ]
  for (const spelling of spellings) {
    for (const tool of tools) {
      for (const text of spelling(tool)) {
        const key = searchKey(text)
        // A spelling without letters, such as an emoji, would be named by every term without
        // letters.
        if (key !== '' && !bySpelling.has(key)) bySpelling.set(key, tool)
      }
    }
  }
  return (term: string) => bySpelling.get(searchKey(term))
})

/** The tools that the terms of a stack name. A tool that is named twice counts once. */
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
