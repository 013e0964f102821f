import type { AgentUseCase } from '#contract/enums.ts'
import { lives } from './document.ts'
import { find } from './find.ts'
import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { type Question, readQuestion, stemsIn } from './question.ts'
import {
  type Scored,
  coverage,
  listedIn,
  livingFirst,
  placesWith,
  withSharedTopics,
} from './score.ts'
import { allWith, byStack, preferring, stackMatcher } from './stack.ts'

/** A recommended listing. */
export type Recommended = ReturnType<typeof recommend>['recommended'][number]

/**
 * Listings for a task, a stack, or both, best first. If the task is the name of a use case, all
 * listings of it come before others that only mention it.
 */
export function recommend(
  index: SearchIndex,
  query: { task: string; stack: readonly string[]; useCase: AgentUseCase | null; limit: number },
) {
  const question = readQuestion(index, query.task)
  const stack = [...new Set([...query.stack, ...question.preferred, ...question.builtWith])]
  const exact = ofUseCase(index, query.useCase, question, stack)
  const isExact = new Set(exact.map(({ place }) => place))
  const found =
    query.task === ''
      ? livingFirst(index, allWith(index, stack))
      : find(index, question, undefined, false)
  const [isTool, isEnded] = [placesWith(index, 'kind:tool'), placesWith(index, lives.ended)]
  const about = found.filter(({ place }) => !isTool[place] && !isEnded[place])
  const others = preferring(index, about, query.task === '' ? [] : stack).filter(
    ({ place }) => !isExact.has(place),
  )
  // What only mentions a use case scores at most as much as the least listing of it.
  const most = exact.length > 0 ? 1 - numbers.stack : 1
  const best = livingFirst(index, exact).concat(
    others.map(({ place, score }) => ({ place, score: Math.min(most, score) })),
  )
  const match = stackMatcher(index, stack)
  const recommended = best.toSorted((a, b) => b.score - a.score).slice(0, query.limit)
  const topScore = exact.length > 0 ? 1 : (about[0]?.score ?? 0)
  return {
    question,
    /** Slugs of all requested tools: those of the stack, and those that the task mentions. */
    stack,
    recommended: recommended.map(({ place, score }) => {
      const { built, works } = match(place)
      // From 1 to 100: the coverage of the task, reduced for missing tools of the stack.
      const rounded = Math.max(1, Math.min(100, Math.round(100 * score)))
      return { entry: index.entry(place), score: rounded, built, works }
    }),
    /** Tools, not listings, that match the task better than any listing does. */
    tools: found
      .filter(({ place, score }) => isTool[place] && score > topScore)
      .map(({ place }) => index.entry(place)),
  }
}

/**
 * Listings of a use case. A verified use case alone is worth 1 - `numbers.stack`; the rest is for the
 * requested tools, then for the coverage of the task.
 */
function ofUseCase(
  index: SearchIndex,
  useCase: AgentUseCase | null,
  { needs }: Question,
  stack: readonly string[],
): Scored[] {
  if (useCase === null) return []
  const covered = withSharedTopics(index, coverage(index, stemsIn(needs)))
  const part = byStack(index, stack, covered)
  const found: Scored[] = []
  const isListed = listedIn(index)
  index.each(`use:${useCase}`, (place) => {
    if (isListed(place))
      found.push({ place, score: 1 - numbers.stack + numbers.stack * part(place) })
  })
  return found
}
