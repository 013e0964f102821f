import { searchKey } from './search-key.ts'

/** A tool as a stack may name it. */
export interface NamedTool {
  slug: string
  name: string
  aliases: readonly string[]
}

/**
 * The tools that the terms of a stack name. Decision, Recommend: "by slug, then name, then alias, ignoring case and punctuation".
 * A tool that is named twice counts once.
 */
export function resolveStack<T extends NamedTool>(terms: readonly string[], tools: readonly T[]): { resolved: T[]; unresolved: string[] } {
  const bySpelling = new Map<string, T>()
  const spellings: ((tool: T) => readonly string[])[] = [(tool) => [tool.slug], (tool) => [tool.name], (tool) => tool.aliases]
  for (const spelling of spellings) {
    for (const tool of tools) {
      for (const text of spelling(tool)) {
        const key = searchKey(text)
        // A spelling without letters, such as an emoji, would be named by every term without letters.
        if (key !== '' && !bySpelling.has(key)) bySpelling.set(key, tool)
      }
    }
  }
  const found = terms.map((term) => ({ term, tool: bySpelling.get(searchKey(term)) }))
  return {
    resolved: [...new Set(found.flatMap(({ tool }) => (tool ? [tool] : [])))],
    unresolved: found.flatMap(({ term, tool }) => (tool ? [] : [term])),
  }
}
