import { isCommon } from './common-words.ts'
import { searchKey } from './search-key.ts'
import { stem } from './stem.ts'

/** The stems of folded words, without those that stand in questions of every kind. */
export function tellingStems(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => !isCommon(word)).map(stem))
}

/** Texts as a question is compared with them. */
export type Told = readonly ReadonlySet<string>[]

/** Makes texts ready to be compared: what people ask for who need something, and what it says of itself. */
export function toldBy(texts: readonly string[]): Told {
  return texts.map((text) => tellingStems(foldedWords(text))).filter(({ size }) => size > 0)
}

const foldedWords = (text: string) => searchKey(text, ' ').split(' ').filter(Boolean)

/**
 * How much a question is like one of these texts, from 0 to 1: the cosine of their words, all of one
 * weight. A long question about one thing of a listing is less like it than a short one.
 */
export function alike(asked: ReadonlySet<string>, told: Told): number {
  let most = 0
  for (const text of told) {
    let shared = 0
    for (const word of text) if (asked.has(word)) shared++
    if (shared > 0) most = Math.max(most, shared / Math.sqrt(asked.size * text.size))
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
