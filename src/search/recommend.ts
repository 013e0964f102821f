import type { AgentUseCase } from '#contract/enums.ts'
import { type Found, builtWith, find, preferring } from './find.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, readQuestion } from './question.ts'
import { coverage, weighed, withKin } from './score.ts'

export interface Recommended {
  entry: Entry
  /** 1 to 100: how much of the task it covers, less what it lacks of the stack. */
  score: number
  /** Slugs of the tools of the stack that it is built with. */
  matchedTools: string[]
  /** It is of the use case that the task names. */
  isExact: boolean
}

/**
 * Listings for a task, a stack, or both, best first. A task that is the name of a use case is answered
 * by all listings of it before those that only speak of it.
 */
export function recommend(
  index: SearchIndex,
  query: { task: string; stack: readonly string[]; useCase: AgentUseCase | null; limit: number },
): { question: Question; stack: string[]; recommended: Recommended[] } {
  const question = readQuestion(index, query.task)
  const stack = [...new Set([...query.stack, ...question.preferred, ...question.builtWith])]
  const tools = builtWith(index, stack)
  const about =
    query.task === ''
      ? [...tools.keys()].map((place): Found => ({ place, score: 1, by: 'text' }))
      : find(index, question, 'product', { withBegun: false })
  const exact = ofUseCase(index, query.useCase, question.needs.flat())
  const others = about.filter(({ place }) => !exact.some((one) => one.place === place))
  const best = [...preferring(index, exact, stack), ...preferring(index, others, stack)]
  const recommended = best.slice(0, query.limit).map(({ place, score }) => ({
    entry: index.entry(place),
    score: Math.max(1, Math.min(100, Math.round(100 * score))),
    matchedTools: tools.get(place) ?? [],
    isExact: exact.some((one) => one.place === place),
  }))
  return { question, stack, recommended }
}

/** Every listing of a use case, in the order of how much it is about the words of the task. */
function ofUseCase(
  index: SearchIndex,
  useCase: AgentUseCase | null,
  stems: readonly string[],
): Found[] {
  if (useCase === null) return []
  const covered = withKin(index, coverage(index, weighed(index, stems)))
  const found: Found[] = []
  index.each(`use:${useCase}`, (place) => {
    found.push({ place, score: 1 + covered[place]!, by: 'text' })
  })
  return found
}
