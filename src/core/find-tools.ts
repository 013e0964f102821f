import { searchKey } from './search-key.ts'
import { type NamedTool, stackResolver } from './stack.ts'

type DescribedTool = NamedTool & { description: string | null; category: string }

/**
 * The tools that words name or describe: the one they name, those whose names hold the beginnings of
 * all of them, then those that hold them elsewhere. In each part the order stays.
 */
export function findTools<T extends DescribedTool>(words: string, tools: readonly T[]): T[] {
  const asked = searchKey(words, ' ').split(' ').filter(Boolean)
  if (asked.length === 0) return [...tools]
  const isIn = (...texts: readonly string[]) => {
    const held = ` ${searchKey(texts.join(' '), ' ')}`
    return asked.every((word) => held.includes(` ${word}`))
  }
  const named = stackResolver(tools)(words)
  const byName = tools.filter(({ slug, name, aliases }) => isIn(slug, name, ...aliases))
  const byText = tools.filter(({ slug, name, aliases, category, description }) =>
    isIn(slug, name, ...aliases, category, description ?? ''),
  )
  return [...new Set([...(named ? [named] : []), ...byName, ...byText])]
}
