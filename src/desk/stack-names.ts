import { searchKey } from '#core/search-key.ts'
import type { NamedTool } from '#core/stack.ts'

/**
 * Whether one of the terms names one of the tools, by its slug, its name or an alias. Whole words
 * count, of either: "OpenAI models" names OpenAI, "LangChain" names LangChain.js.
 */
export function namesOne(terms: readonly string[], tools: readonly NamedTool[]): boolean {
  const spellings = tools.flatMap(({ slug, name, aliases }) => wordsOf([slug, name, ...aliases]))
  return wordsOf(terms).some((term) =>
    spellings.some((spelling) => term.includes(spelling) || spelling.includes(term)),
  )
}

// A space on both sides, so that none is found within a word.
function wordsOf(texts: readonly string[]): string[] {
  const keys = texts.map((text) => searchKey(text, ' '))
  return keys.filter((key) => key !== '').map((key) => ` ${key} `)
}
