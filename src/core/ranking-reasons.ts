import {
  type Candidate,
  type Ranked,
  type RankingQuestion,
  toolsMatched,
  trustOf,
  worksWithOnly,
} from './ranking.ts'
import { spoken } from './words.ts'

/** Where a part of the task was found in a listing. */
export interface MatchedWords {
  /** The words, as in the question. */
  words: string
  /** The words of the text itself, where it is the name, the description or what people ask for; empty where these are others. */
  said: readonly string[]
  /** The text that holds them: name, description, tools and what people ask for, longer texts, or several together. */
  stands: 'A' | 'B' | 'C' | 'D' | 'M' | '-'
  /** The name of a topic of the words that the listing has. */
  topic: string | null
  /** What is asked for is a tool: a product speaks of it, and is none. */
  isOfTools?: boolean
  /** How much of the task it is. */
  weight: number
}

/** So many places of words are named in the reasons: the weightiest. */
const mostNamed = 3

/** Why one that was ranked stands there: the words and the tools that matched, and its trust. */
export function reasonsOf(
  { useCase, stack }: RankingQuestion,
  { candidate, task_match }: Pick<Ranked<Candidate>, 'candidate' | 'task_match'>,
  words: readonly MatchedWords[],
): string[] {
  const matched = toolsMatched(stack, candidate)
  const near = stack.filter(({ slug }) => worksWithOnly(candidate, slug))
  return [
    ...(task_match === 'exact' && useCase !== null
      ? [`Its agents are for ${spoken.agent_use_case[useCase]}, which is the task.`]
      : []),
    ...(task_match === 'none' ? [] : wordReasons(words)),
    ...(matched.length > 0 ? [stackReason(matched, stack.length)] : []),
    ...(near.length > 0 ? [worksWithReason(near)] : []),
    ...trustOf(candidate).map(({ reason }) => reason),
  ]
}

const saysIn = {
  A: ({ words, said }) =>
    said.length > 0 ? `Its name says ${quoted(said)}.` : `Its name has ${formOf(words)}.`,
  B: ({ words, said }) =>
    said.length > 0
      ? `People ask for it with ${quoted(said)}.`
      : `Its tools are known by ${wordsOf(words)}.`,
  C: ({ words, said }) =>
    said.length > 0
      ? `Its description says ${quoted(said)}.`
      : `Its description has ${formOf(words)}.`,
  D: ({ words }) => `Its longer texts, not its description, have ${wordsOf(words)}.`,
  M: ({ words }) => `Its texts together hold ${wordsOf(words)}.`,
} as const satisfies Record<
  Exclude<MatchedWords['stands'], '-'>,
  (found: Pick<MatchedWords, 'words' | 'said'>) => string
>

const isOne = (words: string) => !words.includes(' ')

function wordsOf(words: string): string {
  return isOne(words) ? `the word "${words}"` : `the words of "${words}"`
}

// "Observe" is no "observability", and stands under the same stem.
function formOf(words: string): string {
  return isOne(words) ? `a form of "${words}"` : `words of "${words}"`
}

/** What weighs less than so much of the weightiest is no reason: "open" of an open source editor. */
const leastNamed = 0.25

function wordReasons(matched: readonly MatchedWords[]): string[] {
  const weightiest = [...matched].sort((a, b) => b.weight - a.weight).slice(0, mostNamed)
  const telling = weightiest.filter(({ weight }) => weight >= leastNamed * weightiest[0]!.weight)
  const named = new Set<string>()
  const reasons = telling.flatMap(({ topic, isOfTools, ...found }) => {
    // A word of a phrase that is quoted already is none of its own.
    const said = found.said.filter((one) => ![...named].some((known) => known.includes(one)))
    const isNew = found.said.length === 0 || said.length > 0
    for (const one of said) named.add(one)
    return [
      ...(found.stands === '-' || !isNew ? [] : [saysIn[found.stands]({ ...found, said })]),
      ...(topic === null
        ? []
        : [isOfTools ? `It has to do with ${topic}.` : `Its topic is ${topic}.`]),
    ]
  })
  return [...new Set(reasons)]
}

function quoted(said: readonly string[]): string {
  return said.map((one) => `"${one}"`).join(', ')
}

function stackReason(matched: readonly { name: string }[], asked: number): string {
  const names = matched.map(({ name }) => name).join(', ')
  return asked === 1
    ? `It is built with ${names}.`
    : `It is built with ${matched.length} of the ${asked} tools asked for: ${names}.`
}

function worksWithReason(tools: readonly { name: string }[]): string {
  return `It works with ${tools.map(({ name }) => name).join(', ')}.`
}
