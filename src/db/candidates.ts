import { sql } from 'kysely'
import type { AgentUseCase } from '#contract/enums.ts'
import type { Db } from './connect.ts'
import {
  type AskedGroup,
  type GroupMatch,
  groupMatches,
  groupWorth,
  relevanceOf,
  topicWorth,
  worthOf,
} from './word-groups.ts'

/** What a task and the share of the tools are worth together, and the tools without the task. */
export interface FitWeights {
  task: number
  tools: number
  toolsAlone: number
}

/** What the database looks for. */
export interface CandidateQuestion {
  groups: readonly AskedGroup[]
  /** The folded whole of it, for names; null when names are not looked for. */
  key: string | null
  kind: 'tool' | 'product' | null
  toolIds: readonly string[]
  useCase: string | null
  /** So many answers are wanted; more come. */
  wanted: number
  /** How many documents there are, about; many where it is not said. */
  documents?: number
  /** Where words and tools are asked for. */
  fit?: FitWeights
}

/** A document that may answer, with where the groups of words stand in it. */
export interface Candidate {
  kind: 'tool' | 'product'
  id: string
  slug: string
  name: string
  name_key: string
  view_count: number
  agent_use_case: AgentUseCase | null
  is_exact: boolean
  is_prefix: boolean
  /** Which of the tools that were asked for it is built with. */
  matched_tools: string[]
  /** The matched weight of the question over all of it, from 0 to 1. */
  relevance: number
  /** The share of the question that it matches in any way, from 0 to 1; rare words count more. */
  share: number
  groups: GroupMatch[]
}

/** What find_candidates of the database returns. */
interface Found {
  weights: number[]
  needs: number[]
  rows: [
    kind: Candidate['kind'],
    id: string,
    slug: string,
    name: string,
    name_key: string,
    view_count: number,
    agent_use_case: AgentUseCase | null,
    is_exact: boolean,
    is_prefix: boolean,
    matched_tools: string[],
    /** A letter for each group. */
    stands: string,
    topics: string,
  ][]
}

/**
 * How many documents each stage ranks, so that a word that matches everything costs the same at any
 * size: `bound` of those with every word in the head, the use case or the tools, and `more` of those
 * that are looked for after them, unless there are `enough` of the first. What is left out stands
 * behind in views, and in a directory that few have visited behind by chance: up to so many documents
 * each is ranked.
 */
const bounds = { bound: 150, more: 100, enough: 60 } as const
const smallDirectory = 1000

/** Of documents with any word so many are all looked at. Below `floor` nothing answers (`sureFloors` of the ranking). */
const rules = {
  ...groupWorth,
  few: 250,
  prefix: 60,
  similar: 60,
  floor: 0.15,
} as const

/**
 * Asks find_candidates of the database, in one round trip. The words are folded, so they can stand
 * in a tsquery as they are.
 */
export async function findCandidates(
  db: Db,
  { groups, key, kind, toolIds, useCase, wanted, documents, fit }: CandidateQuestion,
): Promise<Candidate[]> {
  const asked = groups.map((group, n) => groupAsked(group, key !== null && n === groups.length - 1))
  const isSmall = documents !== undefined && documents <= smallDirectory
  const bounded = isSmall
    ? { bound: smallDirectory, more: smallDirectory, enough: smallDirectory }
    : bounds
  const { rows: answers } = await sql<{ found: Found }>`
    select find_candidates(${JSON.stringify(asked)}::jsonb, ${key}, ${kind}, ${[...toolIds]}::uuid[], ${useCase}, ${wanted},
      ${JSON.stringify({ ...rules, ...bounded, fit, similarity: similarityOf(key ?? '', groups) })}::jsonb) as found`.execute(
    db,
  )
  const { weights, needs, rows } = answers[0]!.found
  const weighed = groups.map((_, n) => ({ weight: weights[n] ?? 0, need: needs[n] ?? 0 }))
  const matched = rows.map(([, , , , , , agent_use_case, , , , stands, topics]) =>
    groups.map((group, n) => {
      const place = { stands: stands[n] as GroupMatch['stands'], on_topic: topics[n] === 'T' }
      const isUseCase = group.useCase !== null && group.useCase === agent_use_case
      return { ...place, ...weighed[n]!, by: group.by, worth: worthOf(place, group, isUseCase) }
    }),
  )
  const found = relevanceOf(weighed, matched)
  return rows.map(
    (
      [
        ofKind,
        id,
        slug,
        name,
        name_key,
        view_count,
        agent_use_case,
        is_exact,
        is_prefix,
        matched_tools,
      ],
      at,
    ) => ({
      kind: ofKind,
      id,
      slug,
      name,
      name_key,
      view_count,
      agent_use_case,
      is_exact,
      is_prefix,
      matched_tools,
      ...found[at]!,
      groups: groupMatches(matched[at]!),
    }),
  )
}

/** A group as tsqueries; the last one of what is being typed may be the beginning of its words. */
function groupAsked(
  { words, topicWords, useCaseWord, factor, need, by }: AskedGroup,
  isBegun: boolean,
) {
  const at = (weight: string) => words.map((word) => `${word}${weight}`).join(' & ')
  return {
    words: at(''),
    begun: at(isBegun ? ':*' : ''),
    before: words.slice(0, -1).join(' & '),
    begins: isBegun ? words.at(-1) : null,
    named: at(':A'),
    described: at(':C'),
    built: at(':B'),
    topics: topicWords.length === 0 ? null : topicWords.join(' | '),
    use_case: useCaseWord,
    factor,
    need,
    by_topic: topicWorth[by].alone,
    by_both: topicWorth[by].withWords,
    // What is not needed is not looked for.
    is_hint: by === 'weak' || (by === 'strong' && need < factor),
  }
}

/**
 * How many of its trigrams a name shares with what was meant. The default of Postgres finds 42 % of
 * one-letter typos, 0.2 finds 92 % and more. Of several words three edits are forgiven, which change
 * nine trigrams at most.
 */
function similarityOf(key: string, groups: readonly AskedGroup[]): number {
  const isOneWord = groups.length === 1 && groups[0]!.words.length === 1
  return isOneWord ? 0.2 : Math.max(0.2, (key.length - 8) / (key.length + 10))
}
