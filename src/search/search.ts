import { alternativesTo } from './alternatives.ts'
import { lives } from './document.ts'
import { find } from './find.ts'
import { begunBy, misspelledBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, readQuestion, stemsIn } from './question.ts'
import { bestOf, coverage, listedIn, placesWith } from './score.ts'
import { preferring } from './stack.ts'
import { knows } from './vocabulary.ts'
import { wordsOf } from './words.ts'

interface Wanted {
  kind?: Entry['kind'] | undefined
  limit: number
}

/** Listings and tools that match a question, best first. */
export function search(index: SearchIndex, text: string, { kind, limit }: Wanted): Entry[] {
  return answers(index, readQuestion(index, text), { kind, limit })
}

/** The same for a question that was read. */
export function answers(index: SearchIndex, question: Question, { kind, limit }: Wanted): Entry[] {
  const found = preferring(index, find(index, question, kind, true), question.preferred)
  return found.slice(0, limit).map(({ place }) => index.entry(place))
}

/** Suggestions for a text without results: similar names, then documents with some of its words. */
export function suggestions(index: SearchIndex, text: string, wanted: Wanted): Entry[] {
  const stems = stemsIn(readQuestion(index, text).needs)
  const about = bestOf(index, coverage(index, stems), numbers.near)
  const near = [...named(index, text), ...about.map(({ place }) => place)]
  return ofKind(index, near.filter(listedIn(index)), wanted)
}

/**
 * Documents with a similar name, also sunset ones, which keep their pages: first names with this prefix, then those with the fewest typos.
 */
export function nearNames(index: SearchIndex, text: string, wanted: Wanted): Entry[] {
  return ofKind(index, named(index, text), wanted)
}

const named = (index: SearchIndex, text: string) =>
  begunBy(index, text).concat(misspelledBy(index, text))

function ofKind(index: SearchIndex, places: readonly number[], { kind, limit }: Wanted): Entry[] {
  const entries = [...new Set(places)].map(index.entry)
  return entries.filter((entry) => kind === undefined || entry.kind === kind).slice(0, limit)
}

/** Whether a text is probably not in English: most of its words are in no document. */
export function isUnknown(index: SearchIndex, text: string): boolean {
  const words = wordsOf(text)
  if (words.length < 2) return false
  const known = words.filter((word) => knows(index, word))
  return known.length * 2 < words.length
}

/**
 * Documents similar to a listing or a tool that are worked on, most similar first; each is read when
 * it is taken.
 */
export function similarTo(
  index: SearchIndex,
  { kind, slug }: Pick<Entry, 'kind' | 'slug'>,
): IteratorObject<Entry> {
  const place = index.placeOf(kind, slug)
  const idle = placesWith(index, lives.idle)
  const similar = place === undefined ? [] : alternativesTo(index, [place], (other) => !idle[other])
  return similar
    .values()
    .map((one) => index.entry(one.place))
    .filter((entry) => entry.kind === kind)
}
