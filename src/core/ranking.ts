import type { AgentUseCase, ClaimReviewStatus, SourceQuality } from '#contract/enums.ts'
import { spoken } from './words.ts'

/**
 * Decision, Recommend: the whole formula. Task is `exact` or `text`, never both; `text` and `stack`
 * are shares of these.
 */
const weights = {
  task: { exact: 40, text: 15 },
  stack: 40,
  trust: { claim_verified: 10, evidence: 5, badge_verified: 3, is_featured: 2 },
} as const

/**
 * Below this share of the best text match a text counts nothing; from there to the best one it
 * counts more and more.
 */
const textFloor = 0.5

/**
 * What is asked for: a use case when the task resolved to one, and the tools of the stack that are
 * known.
 */
export interface RankingQuestion {
  useCase: AgentUseCase | null
  stack: { slug: string; name: string }[]
}

/**
 * What is known of a product that may answer. `textMatch` is how well its words match the task,
 * from 0 to 1.
 */
export interface Candidate {
  slug: string
  agent_use_case: AgentUseCase | null
  claim_review_status: ClaimReviewStatus | null
  badge_verified: boolean
  is_featured: boolean
  view_count: number
  source_quality: SourceQuality
  toolSlugs: ReadonlySet<string>
  textMatch: number
}

type TrustSignals = Pick<
  Candidate,
  'claim_review_status' | 'source_quality' | 'badge_verified' | 'is_featured'
>

export interface Ranked<C extends Candidate> {
  candidate: C
  score: number
  task_match: 'exact' | 'text' | 'none'
  matched_tool_slugs: string[]
  reasons: string[]
}

/**
 * The candidates that match, best first. Ties: more matched tools, then the better text (decision
 * 0011), then views, then slug.
 */
export function rank<C extends Candidate>(
  question: RankingQuestion,
  candidates: readonly C[],
): Ranked<C>[] {
  const best = Math.max(0, ...candidates.map(({ textMatch }) => textMatch))
  return candidates
    .map((candidate) => scored(question, candidate, best))
    .filter(
      ({ task_match, matched_tool_slugs }) =>
        task_match !== 'none' || matched_tool_slugs.length > 0,
    )
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.matched_tool_slugs.length - a.matched_tool_slugs.length ||
        b.candidate.textMatch - a.candidate.textMatch ||
        b.candidate.view_count - a.candidate.view_count ||
        (a.candidate.slug < b.candidate.slug ? -1 : 1),
    )
}

function scored<C extends Candidate>(
  { useCase, stack }: RankingQuestion,
  candidate: C,
  best: number,
): Ranked<C> {
  const isExact = useCase !== null && candidate.agent_use_case === useCase
  const task = isExact
    ? weights.task.exact
    : Math.round(weights.task.text * candidate.textMatch * closeness(candidate.textMatch, best))
  const matched = stack.filter(({ slug }) => candidate.toolSlugs.has(slug))
  const tools = stack.length > 0 ? Math.round((weights.stack * matched.length) / stack.length) : 0
  const trust = trustOf(candidate)
  return {
    candidate,
    score: task + tools + trustPoints(candidate),
    task_match: isExact ? 'exact' : task > 0 ? 'text' : 'none',
    matched_tool_slugs: matched.map(({ slug }) => slug),
    reasons: [
      ...(isExact
        ? [`Its agents are for ${spoken.agent_use_case[useCase]}, which is the task.`]
        : task > 0
          ? ['Its description matches words of the task.']
          : []),
      ...(matched.length > 0 ? [stackReason(matched, stack.length)] : []),
      ...trust.map(({ reason }) => reason),
    ],
  }
}

/**
 * 0 for a text that holds half of what the best one holds, 1 for the best: trust must not lift what
 * shares a common word with the task.
 */
function closeness(match: number, best: number): number {
  return best === 0 ? 0 : Math.max(0, (match / best - textFloor) / (1 - textFloor))
}

function stackReason(matched: readonly { name: string }[], asked: number): string {
  const names = matched.map(({ name }) => name).join(', ')
  return asked === 1
    ? `It is built with ${names}.`
    : `It is built with ${matched.length} of the ${asked} tools asked for: ${names}.`
}

/** What a listing that can be trusted is worth, from 0 to 20, whatever is asked for. */
export function trustPoints(listing: TrustSignals): number {
  return trustOf(listing).reduce((sum, { points }) => sum + points, 0)
}

function trustOf(candidate: TrustSignals): { points: number; reason: string }[] {
  const { trust } = weights
  return [
    ...(candidate.claim_review_status === 'verified'
      ? [{ points: trust.claim_verified, reason: 'Its claim is verified by the editors.' }]
      : []),
    ...(candidate.source_quality !== 'manual_review_only'
      ? [{ points: trust.evidence, reason: 'Its listing rests on evidence that was reviewed.' }]
      : []),
    ...(candidate.badge_verified
      ? [{ points: trust.badge_verified, reason: 'Our badge was found on its site.' }]
      : []),
    ...(candidate.is_featured
      ? [{ points: trust.is_featured, reason: 'The editors feature it.' }]
      : []),
  ]
}
