import { isCommon } from './common-words.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { searchKey } from '#core/search-key.ts'
import { stem } from './stem.ts'

// Common words that name a kind of product. `stemsOf` keeps them; their frequency sets their
// weight.
const telling = new Set(
  'agent agents llm ai app apps tool tools software platform product products system solution service online automatically'.split(
    ' ',
  ),
)

/** The key of a name: "Roo Code", "roo-code" and "RooCode" have the same key. */
export const nameKey = (text: string) => searchKey(spelledOut(text))

/** The words of a text in order, in lower case and without accents. */
export const wordsOf = (text: string) => searchKey(spelledOut(text), ' ').split(' ').filter(Boolean)

/** The distinct stems of words, without common words. */
export function stemsOf(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => !isCommon(word) || telling.has(word)).map(stem))]
}

/** The words of a question, with every negation as a word: "do not" for "don't", "not X" for "X-free". */
export const questionWords = (text: string) =>
  wordsOf(
    text
      .replace(/\bw\/o\b/gi, 'without')
      .replace(/\b(?:non-|free of )/gi, 'not ')
      .replace(/\b([\w.+#]{1,40})-free\b/gi, 'not $1')
      .replace(/\bcan(?:['’]?t|not)\b/gi, 'can not')
      .replace(/\b(do|does|did|is|are|must|should|would|could|wo)n['’]?t\b/gi, '$1 not'),
  )

// `searchKey` drops signs, so C, C++ and C# would become the same word.
const spelledOut = (text: string) => text.replace(/c\+\+/gi, 'cpp').replace(/c#/gi, 'csharp')

/** The stems of a phrase. Cached, because many documents share topics and tools. */
export function stemsOfPhrase(phrase: string): string[] {
  return keepStems(phrase, () => stemsOf(wordsOf(phrase)))
}

const keepStems = fifoCache<string, string[]>(20_000)

/** The key with its letters reversed: a prefix of reversed keys finds keys with the same ending. */
export const backwards = (key: string) => [...key].toReversed().join('')
