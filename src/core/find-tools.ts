import { isCommon } from './common-words.ts'
import { nearestNames } from './nearest-names.ts'
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
  const isIn = (held: string) => asked.every((word) => held.includes(` ${word}`))
  const named = stackResolver(tools)(words)
  const byName = tools.filter(({ slug, name, aliases }) => isIn(heldIn([slug, name, ...aliases])))
  const byText = tools.filter((tool) => isIn(textOf(tool)))
  return [...new Set([...(named ? [named] : []), ...byName, ...byText])]
}

/**
 * The tools that words which find none may have meant: those with a name like all of them, then those
 * that hold most of the words, with a letter wrong or without one that none of them holds.
 */
export function nearTools<T extends DescribedTool>(words: string, tools: readonly T[]): T[] {
  const slugs = tools.map(({ slug }) => slug)
  const resolve = stackResolver(tools)
  const byName = nearestNames(words, slugs, slugs.length).map((slug) => resolve(slug)!)
  const { written, spellings } = wordsOf(tools)
  const meant = searchWords(words)
    .filter((word) => !isCommon(word))
    .map((word) => spelled(word, spellings, (one) => written.has(one)))
  const byText = tools
    .map((tool) => ({
      tool,
      holds: meant.filter((word) => textOf(tool).includes(` ${word}`)).length,
    }))
    .filter(({ holds }) => holds > 0)
    .sort((a, b) => b.holds - a.holds)
    .map(({ tool }) => tool)
  return [...new Set([...byName, ...byText])]
}

const heldIn = (texts: readonly string[]) => ` ${searchKey(texts.join(' '), ' ')}`

// Every question reads the texts of all tools, which change with a build alone.
const textOf = onceFor(({ slug, name, aliases, category, description }: DescribedTool) =>
  heldIn([slug, name, ...aliases, category, description ?? '']),
)

const wordsOf = onceFor((tools: readonly DescribedTool[]) => {
  const written = new Set(tools.flatMap((tool) => textOf(tool).split(' ')))
  return { written, spellings: spellingsOf(written) }
})
