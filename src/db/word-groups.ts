/** Words of a question that mean one thing together, folded, and what else means it. */
export interface AskedGroup {
  words: readonly string[]
  /** Phrases of folded words: one of them in a name or a description means the same. */
  marks: readonly (readonly string[])[]
  /** The words that documents with such a phrase have. */
  topicWords: readonly string[]
  useCase: string | null
  useCaseWord: string | null
  /** How much it counts. */
  factor: number
}

/**
 * What a group is worth by where it stands. A is the name, C the description, B the tools, D the
 * longer texts, M several of them together. A topic that only the longer texts mention is none of
 * the listing.
 */
export const groupWorth = {
  A: 1,
  C: 0.8,
  B: 0.5,
  M: 0.5,
  D: 0.25,
  mentioned: 0.15,
  topic: 0.85,
  topicAndWords: 0.95,
  useCase: 0.55,
} as const

/** Where the words of a group stand in a listing, and whether it has one of its marks. */
export interface GroupMatch {
  n: number
  stands: 'A' | 'B' | 'C' | 'D' | 'M' | '-'
  on_topic: boolean
  weight: number
}

/** What a group is worth in a listing, from 0 to 1. */
export function worthOf(
  { stands, on_topic }: Pick<GroupMatch, 'stands' | 'on_topic'>,
  { isUseCase, isTopic }: { isUseCase: boolean; isTopic: boolean },
): number {
  if ((stands === 'D' || stands === 'M') && isTopic && !on_topic && !isUseCase)
    return groupWorth.mentioned
  const byTopic = stands === '-' ? groupWorth.topic : groupWorth.topicAndWords
  return Math.max(
    stands === '-' ? 0 : groupWorth[stands],
    on_topic ? byTopic : 0,
    isUseCase ? groupWorth.useCase : 0,
  )
}
