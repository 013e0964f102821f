import { isCommon } from './common-words.ts'
import { onceFor } from './once.ts'
import { searchKey, searchWords } from './search-key.ts'
import { spelled, spellingsOf } from './spelling.ts'
import { type NamedTool, stackResolver } from './stack.ts'

/** A tool as words find it. */
export type DescribedTool = NamedTool & { description: string | null; category: string }

/**
 * The tools that words name or describe: the one they name, those whose names hold the beginnings of
 * all of them, then those that hold them elsewhere. In each part the order stays.
 */
export function findTools<T extends DescribedTool>(words: string, tools: readonly T[]): T[] {
  const asked = searchKey(words, ' ').split(' ').filter(Boolean)
  if (asked.length === 0) return [...tools]
  const isIn = (...texts: readonly string[]) => {
    const held = heldIn(texts)
    return asked.every((word) => held.includes(` ${word}`))
  }
  const named = stackResolver(tools)(words)
  const byName = tools.filter(({ slug, name, aliases }) => isIn(slug, name, ...aliases))
  const byText = tools.filter((tool) => isIn(...textsOf(tool)))
  return [...new Set([...(named ? [named] : []), ...byName, ...byText])]
}

/**
 * The tools that words which find none may have meant, those first that hold most of the words, with
 * a letter wrong or without one that none of them holds.
 */
export function nearTools<T extends DescribedTool>(words: string, tools: readonly T[]): T[] {
  const { held, written, spellings } = wordsOf(tools)
  const meant = searchWords(words)
    .filter((word) => !isCommon(word))
    .map((word) => spelled(word, spellings, (one) => written.has(one)))
  return tools
    .map((tool, at) => ({
      tool,
      holds: meant.filter((word) => held[at]!.includes(` ${word}`)).length,
    }))
    .filter(({ holds }) => holds > 0)
    .sort((a, b) => b.holds - a.holds)
    .map(({ tool }) => tool)
}

const textsOf = ({ slug, name, aliases, category, description }: DescribedTool) => [
  slug,
  name,
  ...aliases,
  category,
  description ?? '',
]

const heldIn = (texts: readonly string[]) => ` ${searchKey(texts.join(' '), ' ')}`

const wordsOf = onceFor((tools: readonly DescribedTool[]) => {
  const held = tools.map((tool) => heldIn(textsOf(tool)))
  const written = new Set(held.flatMap((text) => text.split(' ')))
  return { held, written, spellings: spellingsOf(written) }
})
