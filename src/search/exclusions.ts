import { isCommon } from './common-words.ts'
import { hostingAt, licenceAt } from './filters.ts'
import { type NamesAt, joins } from './names-in-question.ts'

/** What a question leaves out, and the words that remain. */
export interface Exclusions {
  words: string[]
  /** The documents that it excludes by name. */
  places: number[]
  /** The facets that results must not have. */
  facets: string[]
  /** The excluded things as the question says them. */
  said: string[]
}

const excludes = new Set(
  'without no nor not never nothing except excluding exclude minus avoid avoiding'.split(' '),
)
const excludingPairs = new Set(
  'other than,rather than,apart from,aside from,anything but,everything but'.split(','),
)
/** Words between a negation and what it excludes. */
const passedOver = new Set(
  'the a an any anything that those ones in with on to of be built made written based run running runs under writing'.split(
    ' ',
  ),
)
/** Words after which anything may be excluded: "does not need a browser", "not from Google". */
const needing = new Set(
  'from use uses using used need needs needing want wants require requires requiring depend depends rely relies have'.split(
    ' ',
  ),
)
const isPassedOver = (words: readonly string[], at: number) =>
  (passedOver.has(words[at] ?? '') || needing.has(words[at] ?? '')) && !hostingAt(words, at)

/** Negations of a verb as often as of a thing: they exclude names and words of a closed set. */
const ofVerbs = new Set(['not', 'never', 'nor', 'nothing'])
/** Before these, a negation excludes nothing: "not only", "no longer", "without writing code". */
const noNegation = new Set(
  'only just longer more matter sure necessarily one code coding programming'.split(' '),
)

/** Takes what a question excludes out of its words: "no cloud", "does not use Python, Go or GPL". */
export function takeExcluded(words: readonly string[], namesAt: NamesAt): Exclusions {
  const taken: Exclusions = { words: [], places: [], facets: [], said: [] }
  for (let at = 0; at < words.length; at++) {
    const isPair = excludingPairs.has(`${words[at - 1]} ${words[at]}`)
    const isNegation = excludes.has(words[at]!) && !noNegation.has(words[at + 1] ?? '')
    const end = isPair || isNegation ? takeOne(words, at, namesAt, taken) : undefined
    if (end === undefined) taken.words.push(words[at]!)
    else if (isPair) taken.words.pop()
    at = end === undefined ? at : end - 1
  }
  return taken
}

/** Takes all that one negation excludes; the place of the next word, or undefined if it is nothing. */
function takeOne(words: readonly string[], at: number, namesAt: NamesAt, taken: Exclusions) {
  let next = at + 1
  let isAny = !ofVerbs.has(words[at]!)
  for (; isPassedOver(words, next); next++) isAny ||= needing.has(words[next]!)
  let end: number | undefined
  for (let isMore = true; isMore;) {
    const closed = hostingAt(words, next) ?? licenceAt(words, next)
    const named = closed ? undefined : namesAt(words, next)
    const word = words[next]
    const isPlain = isAny && end === undefined && word && !isCommon(word) && !noNegation.has(word)
    if (!closed && !named && !isPlain) return end
    const length = closed?.length ?? named?.length ?? 1
    taken.facets.push(...(closed?.facets ?? []))
    taken.places.push(...(named?.places ?? []))
    taken.said.push(words.slice(next, next + length).join(' '))
    end = next + length
    isMore = joins.has(words[end] ?? '') && (closed ?? named) !== undefined
    next = end + 1
    while (isPassedOver(words, next) || excludes.has(words[next] ?? '')) next++
  }
  return end
}
