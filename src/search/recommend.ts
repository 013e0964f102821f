import type { AgentUseCase } from '#contract/enums.ts'
import { builtWith, find, preferring } from './find.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, readQuestion } from './question.ts'
import {
  type Scored,
  coverage,
  inOrder,
  listedIn,
  placesWith,
  weighed,
  withSharedTopics,
} from './score.ts'

/** A recommended listing. */
export interface Recommended {
  entry: Entry
  /** 1 to 100: the coverage of the task, reduced for missing tools of the stack. */
  score: number
  /** Slugs of the requested tools that the listing is built with. */
  matchedTools: string[]
}

interface Recommendations {
  question: Question
  /** Slugs of all requested tools: those of the stack, and those that the task mentions. */
  stack: string[]
  recommended: Recommended[]
  /** Tools, not listings, that match the task better than any listing does. */
  tools: Entry[]
}

/**
 * Listings for a task, a stack, or both, best first. If the task is the name of a use case, all
 * listings of it come before others that only mention it.
 */
export function recommend(
  index: SearchIndex,
  query: { task: string; stack: readonly string[]; useCase: AgentUseCase | null; limit: number },
): Recommendations {
  const question = readQuestion(index, query.task)
  const stack = [...new Set([...query.stack, ...question.preferred, ...question.builtWith])]
  const stackShare = (built: string[]) => (stack.length === 0 ? 1 : built.length / stack.length)
  const tools = builtWith(index, stack)
  const exact = ofUseCase(index, query.useCase, question, (place) => tools(place).length)
  const isExact = new Set(exact)
  const found =
    query.task === '' ? allBuiltWith(index, stack) : find(index, question, undefined, false)
  const isTool = placesWith(index, 'kind:tool')
  const about = found.filter(({ place }) => !isTool[place])
  const others = preferring(index, about, stack).filter(({ place }) => !isExact.has(place))
  // Listings of the use case cover the whole task and lose at most `numbers.stack`. Other listings
  // score at most as much.
  const most = exact.length > 0 ? 1 - numbers.stack : 1
  const best = [
    ...exact.map((place) => ({ place, score: 1 - numbers.stack * (1 - stackShare(tools(place))) })),
    ...others.map(({ place, score }) => ({ place, score: Math.min(most, score) })),
  ]
  const recommended = best.slice(0, query.limit).map(({ place, score }) => ({
    entry: index.entry(place),
    score: Math.max(1, Math.min(100, Math.round(100 * score))),
    matchedTools: tools(place),
  }))
  const topScore = exact.length > 0 ? 1 : (about[0]?.score ?? 0)
  return {
    question,
    stack,
    recommended,
    tools: found
      .filter(({ place, score }) => isTool[place] && score > topScore)
      .map(({ place }) => index.entry(place)),
  }
}

/** Listings of a use case, by the number of requested tools, then by coverage of the task. */
function ofUseCase(
  index: SearchIndex,
  useCase: AgentUseCase | null,
  { needs }: Question,
  matched: (place: number) => number,
): number[] {
  if (useCase === null) return []
  const covered = withSharedTopics(index, coverage(index, weighed(index, needs.flat())))
  const found: Scored[] = []
  const isListed = listedIn(index)
  index.each(`use:${useCase}`, (place) => {
    if (!isListed(place)) return
    // Coverage is below 1, so the number of matched tools decides first.
    found.push({ place, score: matched(place) + covered[place]! })
  })
  return inOrder(index, found).map(({ place }) => place)
}

/** Documents with at least one tool of a stack, most tools first, each with score 1. */
function allBuiltWith(index: SearchIndex, stack: readonly string[]): Scored[] {
  const counts = new Uint16Array(index.places)
  for (const slug of stack) index.each(`tool:${slug}`, (place) => void counts[place]!++)
  const found: Scored[] = []
  const isListed = listedIn(index)
  for (let place = 0; place < counts.length; place++)
    if (counts[place]! > 0 && isListed(place))
      found.push({ place, score: counts[place]! / stack.length })
  return inOrder(index, found).map(({ place }) => ({ place, score: 1 }))
}
