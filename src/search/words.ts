import { isCommon } from './common-words.ts'
import { keepLast } from '#core/keep-last.ts'
import { searchKey } from '#core/search-key.ts'
import { stem } from './stem.ts'

// Common words that say what a thing is: how many documents have them decides how much they count.
const telling = new Set(
  'agent agents llm ai app apps tool tools software platform product products system solution service online automatically'.split(
    ' ',
  ),
)

/** Text as names are compared: "Roo Code", "roo-code" and "RooCode" are one key. */
export const nameKey = (text: string) => searchKey(spelledOut(text))

/** The folded words of a text, in order. */
export const wordsOf = (text: string) => searchKey(spelledOut(text), ' ').split(' ').filter(Boolean)

/** The different stems of some folded words, without words that say nothing of the matter. */
export function stemsOf(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => !isCommon(word) || telling.has(word)).map(stem))]
}

// Folding drops signs, and C, C++ and C# are three languages.
function spelledOut(text: string): string {
  return text.replace(/c\+\+/gi, 'cpp').replace(/c#/gi, 'csharp')
}

/** The stems of a phrase; those of topics and tools are read for document after document. */
export function stemsOfPhrase(phrase: string): string[] {
  return keepStems(phrase, () => stemsOf(wordsOf(phrase)))
}

const keepStems = keepLast<string, string[]>(20_000)

/** A key from its end on: keys that end alike begin alike then. */
export const backwards = (key: string) => [...key].toReversed().join('')
