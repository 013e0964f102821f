import type { AgentUseCase } from '#contract/enums.ts'
import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** The phrases that mean a use case, from content/use-cases.yaml. */
export interface UseCaseAliases {
  slug: AgentUseCase
  phrases: string[]
}

/**
 * The use case that a task means: its own name, a phrase of the aliases, or the longest phrase that
 * stands in it as whole words. Null when no phrase does, or when the longest phrases mean different
 * use cases.
 */
export function normalizeTask(
  task: string,
  aliases: readonly UseCaseAliases[],
): AgentUseCase | null {
  const asked = ` ${words(task)} `
  const found = foldedPhrases(aliases).filter(({ phrase }) => asked.includes(phrase))
  const longest = Math.max(0, ...found.map(({ phrase }) => phrase.length))
  const meant = new Set(
    found.filter(({ phrase }) => phrase.length === longest).map(({ slug }) => slug),
  )
  return meant.size === 1 ? [...meant][0]! : null
}

/** Whether a task is the name of a use case, or a phrase for it, and nothing else. */
export function isUseCaseName(task: string, aliases: readonly UseCaseAliases[]): boolean {
  const asked = ` ${words(task)} `
  return foldedPhrases(aliases).some(({ phrase }) => phrase === asked)
}

// Folded once: every task is read for the same phrases.
const foldedPhrases = onceFor((aliases: readonly UseCaseAliases[]) =>
  aliases.flatMap(({ slug, phrases }) =>
    [slug, ...phrases]
      .map(words)
      .filter(Boolean)
      .map((phrase) => ({ slug, phrase: ` ${phrase} ` })),
  ),
)

function words(text: string): string {
  return searchKey(text.replaceAll('_', ' '), ' ')
}
