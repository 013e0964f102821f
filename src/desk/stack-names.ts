import { searchKey } from '#core/search-key.ts'
import type { Named } from '#core/stack.ts'

/**
 * Whether a term mentions one of the tools by slug, name or alias. Only whole words match, in both
 * directions: "OpenAI models" matches OpenAI, and "LangChain" matches LangChain.js.
 */
export function namesOne(terms: readonly string[], tools: readonly Named[]): boolean {
  const spellings = tools.flatMap(({ slug, name, aliases }) =>
    wordsOf([slug, name, ...(aliases ?? [])]),
  )
  return wordsOf(terms).some((term) =>
    spellings.some((spelling) => term.includes(spelling) || spelling.includes(term)),
  )
}

// Spaces around each key, so that `includes` finds whole words only.
function wordsOf(texts: readonly string[]): string[] {
  const keys = texts.map((text) => searchKey(text, ' '))
  return keys.filter((key) => key !== '').map((key) => ` ${key} `)
}
