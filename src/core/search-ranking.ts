import { distance } from 'fastest-levenshtein'
import {
  type AskedFor,
  type Fit,
  type Floors,
  aptness,
  bestFit,
  floorsOf,
  isAbove,
  isNearBest,
  nearLikeness,
  nearShare,
  taskFloor,
  wholeShare,
} from './ranking.ts'
import { searchKey } from './search-key.ts'
import { isSwap } from './spelling.ts'
import type { WordGroup } from './word-groups.ts'

/** What is known of something that may answer a query. */
export interface SearchSignals {
  kind: 'tool' | 'product'
  slug: string
  name: string
  name_key: string
  view_count: number
  is_exact: boolean
  is_prefix: boolean
  text_rank: number
  share: number
  alike: number
}

/** A question as it is ranked. */
interface RankedQuestion {
  key: string
  groups: readonly Pick<WordGroup, 'words' | 'topics' | keyof AskedFor>[]
}

/** A tool answers beside products that do what is asked for when it has so much of the best one's relevance. */
const toolOfBest = 0.65

/** What a product is worth beside tools where a kind of tool alone is asked for. */
const besideTools = 0.8

/** From this relevance on all of the question is more than some of it. */
const allWordsFloor = 0.45

/**
 * Puts candidates in order: exact name, name prefix, all of the question, a name that is a slip away,
 * some of the question, products before tools, a name that is several slips away; by relevance inside each, ties by view count, then name (decisions Search and
 * 0026). What matches only by chance is left out.
 */
export function rankSearch<C extends SearchSignals>(
  query: RankedQuestion,
  candidates: readonly C[],
): C[] {
  const { key, groups } = query
  const words = groups.flatMap((one) => (one.factor === 0 ? [] : one.words))
  const needs = groups.flatMap(({ topics }) => (topics.length > 0 ? [topics] : []))
  const isForTools = needs.length > 0 && needs.every((of) => of.some(({ of_tools }) => of_tools))
  const asked = { key, words, isForTools, floors: floorsOf(groups), best: bestOf(candidates) }
  return candidates
    .map((candidate) => ({ candidate, score: score(asked, candidate) }))
    .filter(({ score: value }) => value > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.candidate.view_count - a.candidate.view_count ||
        (a.candidate.name_key < b.candidate.name_key
          ? -1
          : a.candidate.name_key > b.candidate.name_key
            ? 1
            : 0) ||
        (`${a.candidate.kind} ${a.candidate.slug}` < `${b.candidate.kind} ${b.candidate.slug}`
          ? -1
          : 1),
    )
    .map(({ candidate }) => candidate)
}

/** The best of each kind by its words: names are matched whatever else is. */
type BestOfKind = Record<SearchSignals['kind'], Fit>

function bestOf(candidates: readonly SearchSignals[]): BestOfKind {
  const best = (wanted: SearchSignals['kind']) =>
    bestFit(
      candidates.flatMap(({ kind, is_exact, is_prefix, text_rank, share, alike }) =>
        kind === wanted && !is_exact && !is_prefix ? [{ relevance: text_rank, share, alike }] : [],
      ),
    )
  return { product: best('product'), tool: best('tool') }
}

// A tool is beside what does the work, so products of its kind are no measure of what it touches.
function isNear({ floors, best }: Asked, kind: SearchSignals['kind'], fit: Fit): boolean {
  const { product, tool } = best
  if (kind === 'product') return isNearBest(floors, product, fit)
  const least = Math.max(floors.ofBest * aptness(tool), toolOfBest * aptness(product))
  return aptness(fit) >= least
}

/** What comes near a query that finds nothing: by its name first, then by the words that match. */
export function nearMisses<C extends SearchSignals>(
  { key }: { key: string },
  candidates: readonly C[],
): C[] {
  const least = taskFloor.relevance * nearShare
  return candidates
    .map((candidate) => {
      const { text_rank: relevance, alike, name_key } = candidate
      const apt = relevance > least && alike >= nearLikeness ? aptness({ relevance, alike }) : 0
      return { candidate, near: Math.max(apt, nearness(key, name_key)) }
    })
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near || (a.candidate.slug < b.candidate.slug ? -1 : 1))
    .map(({ candidate }) => candidate)
}

// A name of which more than half would have to change was not meant.
function nearness(key: string, name: string): number {
  const same = 1 - distance(key, name) / Math.max(key.length, name.length)
  return same > 0.5 ? same : 0
}

interface Asked {
  key: string
  words: readonly string[]
  /** A kind of tool is asked for: a tool is as good an answer as a product. */
  isForTools: boolean
  floors: Floors
  best: BestOfKind
}

// Bands keep the order of the decision: whatever is inside a lower band never passes a higher one.
function score(asked: Asked, candidate: SearchSignals): number {
  const { key, words, isForTools, floors } = asked
  if (candidate.is_exact) return 6
  const { text_rank: relevance, share, alike } = candidate
  const fit = { relevance, share, alike }
  const near = isNear(asked, candidate.kind, fit)
  // Who asks for a kind of tool asks for no product that speaks of it.
  const isBeside = isForTools && candidate.kind === 'product'
  const apt = Math.min(0.999, aptness(fit)) * (isBeside ? besideTools : 1)
  // Longer texts may hold all words of a question and be about something else.
  const isAllWords = near && words.length > 0 && share > wholeShare && relevance >= allWordsFloor
  const typo = typoScore(key, words, candidate)
  if (candidate.is_prefix) return 5 + key.length / (candidate.name_key.length + 1) / 2
  if (isAllWords) return 4 + apt
  // A name that is one slip of the key away is what was meant, before texts that hold only some of
  // the words.
  if (typo > 0.8) return 3 + Math.min(0.999, typo)
  // A tool that holds some of the words is what one could build with: after products that do it, and
  // before names that a slip may have meant.
  const band = candidate.kind === 'tool' && !isForTools ? 1 : 2
  if (near && isAbove(floors, fit)) return band + apt
  return Math.min(0.999, typo)
}

/**
 * 1 for the same name, 0 for one that nobody could have meant: edits count by the length of what
 * was typed.
 */
function typoScore(key: string, words: readonly string[], candidate: SearchSignals): number {
  const whole = closeness(key, candidate.name_key)
  // A slip in one word of a longer name: "resercher" for GPT Researcher.
  const parts = searchKey(candidate.name, ' ').split(' ')
  const part =
    words.length === 1 && parts.length > 1
      ? Math.max(...parts.map((name) => closeness(key, name))) * 0.95
      : 0
  return Math.max(whole, part)
}

function closeness(typed: string, name: string): number {
  const longest = Math.max(typed.length, name.length)
  if (longest < 4 || typed.slice(0, 1) === '') return 0
  const edits = distance(typed, name)
  const allowed = longest < 6 ? 1 : longest < 12 ? 2 : 3
  // Two letters that changed places are one slip, but two edits.
  const slips = edits === 2 && isSwap(typed, name) ? 1 : edits
  return slips > allowed ? 0 : 1 - (slips * 0.8) / longest
}
