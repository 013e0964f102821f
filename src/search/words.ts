import { isCommon } from './common-words.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { searchKey } from '#core/search-key.ts'
import { stem } from './stem.ts'

// Common words that name a kind of product: their frequency decides how much they count.
const telling = new Set(
  'agent agents llm ai app apps tool tools software platform product products system solution service online automatically'.split(
    ' ',
  ),
)

/** The key of a name: "Roo Code", "roo-code" and "RooCode" have the same key. */
export const nameKey = (text: string) => searchKey(spelledOut(text))

/** The folded words of a text, in order. */
export const wordsOf = (text: string) => searchKey(spelledOut(text), ' ').split(' ').filter(Boolean)

/** The distinct stems of folded words, without common words. */
export function stemsOf(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => !isCommon(word) || telling.has(word)).map(stem))]
}

// Folding drops signs, and C, C++ and C# are three languages.
function spelledOut(text: string): string {
  return text.replace(/c\+\+/gi, 'cpp').replace(/c#/gi, 'csharp')
}

/** The stems of a phrase. Kept, since many documents share topics and tools. */
export function stemsOfPhrase(phrase: string): string[] {
  return keepStems(phrase, () => stemsOf(wordsOf(phrase)))
}

const keepStems = fifoCache<string, string[]>(20_000)

/** A key reversed, so that a prefix finds keys with the same end. */
export const backwards = (key: string) => [...key].toReversed().join('')
