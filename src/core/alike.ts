import { isCommon } from './common-words.ts'
import { searchKey } from './search-key.ts'
import { stem } from './stem.ts'

/** The stems of folded words, without those that stand in questions of every kind. */
export function tellingStems(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => !isCommon(word)).map(stem))
}

/** The numbers of words: 32 bits of FNV-1a, by which two of ten thousand words are the same once in eighty catalogues. */
function numberOf(word: string): number {
  let number = 0x811c9dc5
  for (let at = 0; at < word.length; at++)
    number = Math.imul(number ^ word.charCodeAt(at), 0x01000193)
  return number >>> 0
}

/** What a question asks for, as it is compared with texts. */
export function askedBy(words: readonly string[]): ReadonlySet<number> {
  return new Set([...tellingStems(words)].map(numberOf))
}

/**
 * Texts as a question is compared with them: how many stems one has, then their numbers, and so on.
 * The thirty phrases of a listing are 700 bytes, so that those of thousands are kept.
 */
export type Told = Uint32Array

/** Makes texts ready to be compared: what people ask for who need something, and what it says of itself. */
export function toldBy(texts: readonly string[]): Told {
  return Uint32Array.from(
    texts.flatMap((text) => {
      const stems = [...tellingStems(foldedWords(text))]
      return stems.length > 0 ? [stems.length, ...stems.map(numberOf)] : []
    }),
  )
}

const foldedWords = (text: string) => searchKey(text, ' ').split(' ').filter(Boolean)

/**
 * How much a question is like one of these texts, from 0 to 1: the cosine of their words, all of one
 * weight. A long question about one thing of a listing is less like it than a short one.
 */
export function alike(asked: ReadonlySet<number>, told: Told): number {
  let most = 0
  for (let at = 0; at < told.length;) {
    const size = told[at]!
    const end = at + size
    let shared = 0
    while (at < end) if (asked.has(told[++at]!)) shared++
    at++
    if (shared > 0) most = Math.max(most, shared / Math.sqrt(asked.size * size))
  }
  return most
}

/**
 * The fewest phrases that have all these folded words, but for those that stand in questions of every
 * kind; none where they do not have them all.
 */
export function phrasesWith(words: readonly string[], phrases: readonly string[]): string[] {
  const telling = tellingStems(words)
  const missing = new Set(telling.size > 0 ? telling : words.map(stem))
  const left = phrases.map((phrase) => ({ phrase, stems: new Set(foldedWords(phrase).map(stem)) }))
  const found: string[] = []
  while (missing.size > 0) {
    const held = left.map(({ stems }) => [...missing].filter((word) => stems.has(word)))
    const most = held.reduce((a, b, n) => (b.length > held[a]!.length ? n : a), 0)
    if (!held[most]?.length) return []
    found.push(left[most]!.phrase)
    for (const word of held[most]) missing.delete(word)
  }
  return found
}
