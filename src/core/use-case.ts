import type { AgentUseCase } from '#contract/enums.ts'
import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** The phrases that mean a use case, from content/use-cases.yaml. */
export interface UseCaseAliases {
  slug: AgentUseCase
  phrases: string[]
}

/**
 * The use case with the longest phrase that a task contains as whole words. Null if the task
 * contains no phrase, or if equally long phrases mean different use cases.
 */
export function normalizeTask(
  task: string,
  aliases: readonly UseCaseAliases[],
): AgentUseCase | null {
  const folded = ` ${searchKey(task, ' ')} `
  const found = foldedPhrases(aliases).filter(({ phrase }) => folded.includes(phrase))
  const longest = Math.max(0, ...found.map(({ phrase }) => phrase.length))
  const meant = new Set(
    found.filter(({ phrase }) => phrase.length === longest).map(({ slug }) => slug),
  )
  return meant.size === 1 ? [...meant][0]! : null
}

/** Whether a task is nothing but a phrase or the name of a use case. */
export function isUseCaseName(task: string, aliases: readonly UseCaseAliases[]): boolean {
  const folded = ` ${searchKey(task, ' ')} `
  return foldedPhrases(aliases).some(({ phrase }) => phrase === folded)
}

// The normalised phrases, made only once for a list of aliases.
const foldedPhrases = onceFor((aliases: readonly UseCaseAliases[]) =>
  aliases.flatMap(({ slug, phrases }) =>
    [slug, ...phrases]
      .map((phrase) => searchKey(phrase, ' '))
      .filter(Boolean)
      .map((phrase) => ({ slug, phrase: ` ${phrase} ` })),
  ),
)
