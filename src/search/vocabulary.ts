import { typosBetween } from '#core/typos.ts'
import { isCommon } from './common-words.ts'
import { allowedTypos } from './names.ts'
import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { stem } from './stem.ts'
import { stemsOf } from './words.ts'

/** Whether a word is a common word or occurs in some document. */
export const knows = (index: SearchIndex, word: string) => isCommon(word) || index.has(stem(word))

/** The stems of words; typos in unknown words are corrected to the nearest known term. */
export function stemsToFind(index: SearchIndex, words: readonly string[]): string[] {
  const telling = stemsOf(words.filter((word) => !/^\d+$/.test(word)))
  const stems = (telling.length > 0 ? telling : words.map(stem)).slice(0, numbers.words)
  let corrections = 0
  const found = stems.map((one) => {
    if (one.length < numbers.typoInWord || index.has(one)) return one
    return corrections++ < numbers.corrected ? corrected(index, one) : one
  })
  return [...new Set(found)]
}

function corrected(index: SearchIndex, word: string): string {
  const most = allowedTypos(word.length)
  const near = index
    .termsFrom(word.slice(0, 2), word.length - most, word.length + most)
    .map((one) => ({ ...one, typos: typosBetween(word, one.term) }))
    .filter(({ typos }) => typos <= most)
    .sort((a, b) => a.typos - b.typos || b.documents - a.documents)
  return near[0]?.term ?? word
}
