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
  /** How much of the question it is for what an answer has to touch. */
  need: number
  /** What its topics are worth, by how they came into the question. */
  by: keyof typeof topicWorth
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
  D: 0.4,
  mentioned: 0.25,
  useCase: 0.55,
} as const

/** What a topic is worth by itself, and with the words that ask for it or hint at it. */
export const topicWorth = {
  asked: { alone: 0.85, withWords: 0.95 },
  strong: { alone: 0.65, withWords: 0.9 },
  weak: { alone: 0.5, withWords: 0.85 },
  unwanted: { alone: 0, withWords: 0 },
  named: { alone: 0, withWords: 0 },
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
  group: Pick<AskedGroup, 'topicWords' | 'by'>,
  isUseCase: boolean,
): number {
  const isAsked = group.by === 'asked' && group.topicWords.length > 0
  if ((stands === 'D' || stands === 'M') && isAsked && !on_topic && !isUseCase)
    return groupWorth.mentioned
  const byTopic = topicWorth[group.by][stands === '-' ? 'alone' : 'withWords']
  return Math.max(
    stands === '-' ? 0 : groupWorth[stands],
    on_topic ? byTopic : 0,
    isUseCase ? groupWorth.useCase : 0,
  )
}

/** How a candidate matches one group. */
interface Matched {
  weight: number
  need: number
  by: AskedGroup['by']
  /** From 0 to 1. */
  worth: number
  stands: GroupMatch['stands']
}

/** Where the groups stand in one candidate, and what of their weight is matched there. */
export function groupMatches(
  matched: readonly (Matched & Pick<GroupMatch, 'on_topic'>)[],
): GroupMatch[] {
  return matched.map(({ stands, on_topic, weight, worth }, n) => ({
    n,
    stands,
    on_topic,
    weight: weight * worth,
  }))
}

/** What an alternative is asked to stands behind those that are one. */
const itself = 0.55

/** Where the question says for sure what it is for, the best answer is this good at least. */
const leastOfSure = 0.3

/**
 * How well candidates match a question: all their words order them, and the best one is matched by as much
 * as it has of the need.
 */
export function relevanceOf(
  asked: readonly Pick<Matched, 'weight' | 'need'>[],
  candidates: readonly (readonly Matched[])[],
): { relevance: number; share: number }[] {
  const needed = asked.reduce((sum, { need }) => sum + need, 0) || 1
  const sums = candidates.map((groups) => {
    const sum = { matched: 0, met: 0, touched: 0 }
    // What is said not to be wanted, in its name or description, is no answer.
    if (groups.some(({ by, stands }) => by === 'unwanted' && (stands === 'A' || stands === 'C')))
      return sum
    for (const { weight, need, by, worth, stands } of groups) {
      sum.matched += weight * worth
      sum.met += need * worth
      // What a word hints at weakly is not yet an answer to it.
      if (worth > 0 && (stands !== '-' || by !== 'weak')) sum.touched += need
    }
    const isItself = groups.some(({ by, stands }) => by === 'named' && stands === 'A')
    if (isItself) sum.matched *= itself
    return sum
  })
  const [best] = sums.toSorted((a, b) => b.matched - a.matched)
  const isSure = asked.some(({ weight, need }) => need < weight)
  const reached = Math.max(isSure ? leastOfSure : 0, Math.min(1, (best?.met ?? 0) / needed))
  const scale = best && best.matched > 0 ? reached / best.matched : 0
  return sums.map(({ matched, touched }) => ({
    relevance: matched * scale,
    share: touched / needed,
  }))
}
