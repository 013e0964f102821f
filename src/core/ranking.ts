import { tellingStems } from './alike.ts'
import type { AgentUseCase, ClaimReviewStatus, SourceQuality } from '#contract/enums.ts'

/** Decision 0026: what a listing that can be trusted is worth. It orders inside a band alone. */
const trustWeights = { claim_verified: 10, evidence: 5, badge_verified: 3, is_featured: 2 } as const
const mostTrust = 20

/** Decision 0026: listings whose fit differs by less than one of so many parts are in one band. */
const bands = 20
const bandPoints = 5

/**
 * A task is matched from this relevance on, when so much of its weight is touched at all, and when
 * it is not far below the best match.
 */
export const taskFloor = {
  relevance: 0.25,
  share: 0.5,
} as const

/**
 * What is less apt than this share of the best one is not told: of what stood between a half and this,
 * two in five were of no use to who judged them. One word asks for all that has to do with it.
 */
const shareOfBest = { word: 0.4, words: 0.73 } as const

/** What is less like the question than this share of the best one has its words in other matters. */
const alikeOfBest = 0.33

/**
 * What touches less than this share of what the best match touches does one of its needs at most, and
 * answers where its relevance is near all the same.
 */
const touchedOfBest = { share: 0.45, relevance: 0.6 } as const

/** How well something answers a question; each is from 0 to 1. */
export interface Fit {
  /** How well it matches the words and topics. */
  relevance: number
  /** How much of the question it touches at all. */
  share: number
  /** How like the question is to what people ask for who need it. */
  alike: number
}

/** What likeness is worth beside relevance. */
const alikeWeight = 0.5

/** What answers are ordered by, from 0 to 1: relevance, and likeness to what people ask for. */
export function aptness({ relevance, alike }: Pick<Fit, 'relevance' | 'alike'>): number {
  return (Math.min(1, relevance) + alikeWeight * alike) / (1 + alikeWeight)
}

/** Whether an answer is not far below the best one. */
export function isNearBest({ ofBest }: Pick<Floors, 'ofBest'>, best: Fit, fit: Fit): boolean {
  const { relevance, share } = fit
  return (
    aptness(fit) >= aptness(best) * ofBest &&
    fit.alike >= best.alike * alikeOfBest &&
    (share >= best.share * touchedOfBest.share ||
      relevance >= best.relevance * touchedOfBest.relevance)
  )
}

/** The aptest one; nothing when there is none. */
export function bestFit(fits: readonly Fit[]): Fit {
  const none = { relevance: 0, share: 0, alike: 0 }
  return fits.reduce((a, b) => (isBetter(b, a) ? b : a), none)
}

// In whatever order they come, the same is the best.
function isBetter(a: Fit, b: Fit): boolean {
  const by = aptness(a) - aptness(b) || a.relevance - b.relevance || a.share - b.share
  return (by || a.alike - b.alike) > 0
}

/** What a group of words of a question says of it. */
export interface AskedFor {
  words: readonly string[]
  topics: readonly unknown[]
  useCase: unknown
  by: 'asked' | 'strong' | 'weak' | 'unwanted' | 'named'
  factor: number
  need: number
}

/**
 * Where more than one word says what is needed, an answer is so apt: a topic and a word in common are
 * little, and where no word is known to be a need they are less.
 */
const aptFloor = { known: 0.35, unknown: 0.42 } as const

/** Of several needs in one question an answer may do one, which is less than half of it. */
const shareOfNeeds = 0.3

/** Some words of which none is known to be a need have to be told by more than the longer texts. */
const relevanceOfSome = 0.4

/** From this share on an answer touches all of a question. */
export const wholeShare = 0.999

export interface Floors {
  /** For what touches all of the question. */
  relevance: number
  /** For what touches some of it. */
  relevanceOfSome: number
  share: number
  /** Of the aptness, where much is said. */
  apt: number
  /** Of the aptness of the best one. */
  ofBest: number
}

/**
 * Where a question says for sure what it is for, an answer has this much of it, and the best one is
 * matched by more (`relevanceOf`).
 */
const sureFloors = {
  relevance: 0.15,
  relevanceOfSome: 0.15,
  share: 0.2,
} as const

/** What an answer has to reach, by what the question asks for. */
export function floorsOf(groups: readonly AskedFor[]): Floors {
  const words = tellingStems(groups.flatMap((one) => one.words))
  const isNeed = groups.some(({ topics, useCase }) => topics.length > 0 || useCase !== null)
  const apt = words.size > 1 ? aptFloor[isNeed ? 'known' : 'unknown'] : 0
  const ofBest = words.size > 1 ? shareOfBest.words : shareOfBest.word
  if (groups.some(({ factor, need }) => need < factor)) return { ...sureFloors, apt, ofBest }
  const needs = groups.filter(({ topics }) => topics.length > 0).length
  const isKnown = isNeed || groups.some(({ by }) => by === 'strong')
  return {
    relevance: taskFloor.relevance,
    relevanceOfSome: isKnown ? taskFloor.relevance : relevanceOfSome,
    share: needs > 1 ? shareOfNeeds : taskFloor.share,
    apt,
    ofBest,
  }
}

/** Whether an answer reaches the floors. */
export function isAbove(floors: Floors, fit: Fit): boolean {
  const { relevance, share } = fit
  const least = share > wholeShare ? floors.relevance : floors.relevanceOfSome
  return relevance >= least && share >= floors.share && aptness(fit) >= floors.apt
}

/**
 * What is asked for: whether there is a task, its use case when it resolved to one, and the tools of
 * the stack that are known.
 */
export interface RankingQuestion {
  hasTask: boolean
  /** As `floorsOf` says. */
  floors: Floors
  useCase: AgentUseCase | null
  stack: { slug: string; name: string }[]
}

/**
 * What is known of a product that may answer. `agent_use_case` is the one that editors verified;
 * `textMatch` is the relevance of a `Fit`.
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
  /** Tools that it is not built with and works with, by what editors found. */
  worksWith: ReadonlySet<string>
  textMatch: number
  share: number
  alike: number
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
}

/** The candidates that fit, best first. Ties: fit, then views, then slug. */
export function rank<C extends Candidate>(
  question: RankingQuestion,
  candidates: readonly C[],
): Ranked<C>[] {
  const answering = candidates.filter(({ share }) => share >= question.floors.share)
  const best = bestFit(answering.map(fitTo))
  const known = candidates.map((candidate) => ({
    candidate,
    task: taskFit(question, candidate, best),
  }))
  const does = known.filter(({ task }) => task > 0)
  // What only has the tools of the stack answers where nothing does the task.
  return (does.length > 0 ? does : known)
    .map(({ candidate, task }) => {
      const fit = fitOf(question, candidate, task)
      return { ...scored(question, candidate, { task, fit }), fit }
    })
    .filter(({ fit }) => fit > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.fit - a.fit ||
        b.candidate.view_count - a.candidate.view_count ||
        (a.candidate.slug < b.candidate.slug ? -1 : 1),
    )
    .map(({ fit: _, ...ranked }) => ranked)
}

const fitTo = ({ textMatch: relevance, share, alike }: Candidate): Fit => ({
  relevance,
  share,
  alike,
})

/** What matches less than so much of the floor is not near: it has a word by chance. */
export const nearShare = 0.8

/** What is less like it than this only has a word of it. */
export const nearLikeness = 0.4

/** What comes near a task that nothing fits: the aptest first, then views, then slug. */
export function nearMisses<
  C extends Pick<Candidate, 'textMatch' | 'alike' | 'view_count' | 'slug'>,
>(candidates: readonly C[]): C[] {
  const apt = ({ textMatch: relevance, alike }: C) => aptness({ relevance, alike })
  return candidates
    .filter(
      ({ textMatch, alike }) =>
        textMatch > taskFloor.relevance * nearShare && alike >= nearLikeness,
    )
    .sort((a, b) => apt(b) - apt(a) || b.view_count - a.view_count || (a.slug < b.slug ? -1 : 1))
}

/**
 * Decision 0026: what both are worth where a task and a stack are asked for. Tools of what does not do
 * the task are worth less than the least of the task, so that it stands behind all that do it.
 */
export const fitWeights = { task: 0.7, tools: 0.3, toolsAlone: 0.09 } as const

/** Decision 0026: to work with a tool is worth so much of being built with it. */
const worksWithShare = 0.5

/** Whether it works with a tool that it is not built with. */
export function worksWithOnly({ toolSlugs, worksWith }: Candidate, slug: string): boolean {
  return !toolSlugs.has(slug) && worksWith.has(slug)
}

/** Decision 0026: relevance for a task, share of the tools for a stack, or both by `fitWeights`. */
function fitOf({ hasTask, stack }: RankingQuestion, candidate: Candidate, task: number): number {
  const matched = toolsMatched(stack, candidate)
  if (stack.length === 0) return task
  // What only works with a tool is no answer to "what is built with it".
  if (task === 0 && matched.length === 0) return 0
  const near = stack.filter(({ slug }) => worksWithOnly(candidate, slug))
  const tools = (matched.length + worksWithShare * near.length) / stack.length
  if (!hasTask) return tools
  return task > 0
    ? fitWeights.task * task + fitWeights.tools * tools
    : fitWeights.toolsAlone * tools
}

function taskFit({ hasTask, floors }: RankingQuestion, candidate: Candidate, best: Fit): number {
  const fit = fitTo(candidate)
  const isMatch =
    hasTask &&
    fit.relevance >= floors.relevance &&
    fit.share >= floors.share &&
    aptness(fit) >= floors.apt &&
    isNearBest(floors, best, fit)
  return isMatch ? aptness(fit) : 0
}

function scored<C extends Candidate>(
  question: RankingQuestion,
  candidate: C,
  { task, fit }: { task: number; fit: number },
): Ranked<C> {
  const { useCase, stack } = question
  const isExact = useCase !== null && candidate.agent_use_case === useCase
  const band = Math.max(1, Math.round(bands * fit))
  const trust = (bandPoints - 1) * (trustPoints(candidate) / mostTrust)
  return {
    candidate,
    score: bandPoints * (band - 1) + 1 + Math.round(trust),
    task_match: isExact ? 'exact' : task > 0 ? 'text' : 'none',
    matched_tool_slugs: toolsMatched(stack, candidate).map(({ slug }) => slug),
  }
}

/** The tools of the stack that it is built with, as they were asked for. */
export function toolsMatched(stack: RankingQuestion['stack'], { toolSlugs }: Candidate) {
  return stack.filter(({ slug }) => toolSlugs.has(slug))
}

/** What a listing that can be trusted is worth, from 0 to 20, whatever is asked for. */
export function trustPoints(listing: TrustSignals): number {
  return trustOf(listing).reduce((sum, { points }) => sum + points, 0)
}

/** What makes a listing one to trust, and what each is worth. */
export function trustOf(candidate: TrustSignals): { points: number; reason: string }[] {
  const trust = trustWeights
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
