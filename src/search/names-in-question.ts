import { fifoCache } from '#core/fifo-cache.ts'
import { isCommon } from './common-words.ts'
import { misspelledBy, namedBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { knows } from './vocabulary.ts'

/** A name in a question: how many words it has, and the documents of this name. */
interface Name {
  length: number
  places: readonly number[]
}

/** Finds the longest name that begins at a word. */
export type NamesAt = (words: readonly string[], at: number) => Name | undefined

/** Words that join names: "X or Y". */
export const joins = new Set(['or', 'and', 'nor'])

/** Returns a function that finds the names of an index in the words of a question. */
export function namesIn(index: SearchIndex): NamesAt {
  const keep = fifoCache<string, readonly number[]>(Infinity)
  return (words, at) => {
    for (let length = Math.min(numbers.wordsOfName, words.length - at); length > 0; length--) {
      const text = words.slice(at, at + length).join(' ')
      const places = keep(text, () => namedBy(index, text))
      if (places.length > 0) return { length, places }
    }
    return undefined
  }
}

/** Replaces addresses of listings in a question by their names: "is cursor.com open source". */
export function withNames(index: SearchIndex, text: string): string {
  const words = text.split(/\s+/)
  return words.map((word) => (word.includes('.') ? nameOfAddress(index, word) : word)).join(' ')
}

function nameOfAddress(index: SearchIndex, word: string): string {
  const [host = '', ...path] = word.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '').split(/[/?#,;]/)
  const labels = host.split('.')
  const hosts = labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
  const repository = [host, ...path.slice(0, 2)].join('/').replace(/\.git$/, '')
  for (const address of [repository, ...hosts]) {
    const place = namedBy(index, address)[0]
    if (place !== undefined) return index.entry(place).name
  }
  // An address that no listing has is no words about a need.
  return word.includes('/') ? '' : word
}

/** What a question can ask about a product, with the words that ask for it. */
const facts = {
  life: 'maintained maintain alive dead dying active actively abandoned discontinued deprecated archived sunset shut updated update updates commit happened replaced replaces successor status',
  licence: 'licence licences license licensed licensing opensource source commercial',
  price: 'price prices pricing cost costs paid',
} as const
/** A fact that a question can ask for. */
export type Fact = keyof typeof facts
const factOf = new Map(
  Object.entries(facts).flatMap(([fact, words]) =>
    // Safe cast: Object.entries types the keys as string.
    words.split(' ').map((word) => [word, fact as Fact] as const),
  ),
)
/** Other words that say nothing but that a product is asked about. */
const asking = new Set(
  'is been s install installed installing installation setup set run runs running start started used uses makes made built maker makers created creator developed developer develops owns owner owned founded founder company behind stack docs documentation guide tutorial github repo repository url link website homepage site page download version versions release released releases latest review reviews integrations integration integrate work works support supports supported compatible api about more info information details overview know explain mean language features hey hello happen host hosted self'.split(
    ' ',
  ),
)
const isAsking = (word: string) => isCommon(word) || asking.has(word) || factOf.has(word)
/** The words of a question that its fact is asked with, which say nothing about a need. */
export const isOfFact = (word: string) => factOf.has(word)

/** What a question asks about which documents. */
export interface Asked {
  /** How many words of the question are about something else. */
  others: number
  places: readonly number[]
  facts: readonly Fact[]
}

const prepositions = new Set('for with in on using by to from into as like and or'.split(' '))

/**
 * The documents that a question is about: those whose names stand among words that only ask, such as
 * "is X still maintained", or beside a need where a name is no ordinary word, such as "X security".
 */
export function askedAbout(
  index: SearchIndex,
  words: readonly string[],
  namesAt: NamesAt,
): Asked | undefined {
  const all = spansOf(words, namesAt)
  // A name that is an asking word itself, such as "Keep", counts where there is no other.
  const telling = all.filter(({ at, length }) => !words.slice(at, at + length).every(isAsking))
  const spans = telling.length > 0 ? telling : all
  const isInName = (place: number) =>
    spans.some(({ at, length }) => place >= at && place < at + length)
  const others = words.filter(
    (word, at) => !isInName(at) && !isAsking(word) && !isSubject(words, at),
  )
  const said = [...new Set(words.flatMap((word) => factOf.get(word) ?? []))]
  const isFilter = /^(?:free )?open ?source /.test(words.join(' '))
  if (spans.length === 0 && said.length > 0 && others.some((word) => !knows(index, word))) {
    const places = misspelledBy(index, others.join(' '))
    return places.length > 0 ? { others: 0, places, facts: said } : undefined
  }
  // "Is X safe in production" is about X, whatever else it says.
  const isOfSubject = spans.some(({ at }) => at <= 2 && verbs.has(words[at - 1] ?? ''))
  const isNothingElse = (others.length === 0 && !isFilter) || isOfSubject
  const subjects = isNothingElse
    ? spans
    : telling.filter(({ at }) => !prepositions.has(words[at - 1] ?? ''))
  const places = subjects.flatMap((span) =>
    span.places.filter((place) => isNothingElse || span.length > 1 || index.isTelling(place)),
  )
  if (places.length === 0) return undefined
  return { places, facts: said, others: isNothingElse ? 0 : others.length + (isFilter ? 1 : 0) }
}

function spansOf(words: readonly string[], namesAt: NamesAt) {
  const spans: (Name & { at: number })[] = []
  for (let at = 0; at < words.length; at++) {
    const name = namesAt(words, at)
    if (!name) continue
    spans.push({ ...name, at })
    at += name.length - 1
  }
  return spans
}

// "Which vector database does X use": the words after "which" are what is asked for.
function isSubject(words: readonly string[], at: number): boolean {
  const verb = words.findIndex((word) => verbs.has(word))
  return /^(?:which|what)$/.test(words[0] ?? '') && at < verb
}
const verbs = new Set('do does did is are was can could has have should will'.split(' '))
