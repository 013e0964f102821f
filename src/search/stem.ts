import { fifoCache } from '#core/fifo-cache.ts'

/** Words whose s is kept: without it they would be another word, or none. */
const keptWhole = new Set(['sales', 'news', 'means', 'goods', 'always', 'analysis', 'css', 'aws'])

/** The stem of an English word in lower case: "coding", "codes" and "code" have the same stem. */
export function stem(word: string): string {
  if (word.length < 4 || keptWhole.has(word) || !/^[a-z]+$/.test(word)) return word
  return keepStem(word, () => ended(unending(singular(word))))
}

// Cached: questions and listings mostly consist of the same few thousand words.
const keepStem = fifoCache<string, string>(10_000)

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

function unending(word: string): string {
  const bare = word.replace(/(?:ing|ed)$/, '')
  if (bare === word || bare.length < 3 || !/[aeiouy]/.test(bare)) return word
  // Undoubles some consonants: "running" becomes "run", but "calling" becomes "call".
  return /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare
}

// Unifies British and American spellings, and drops endings.
function ended(word: string): string {
  return word
    .replace(/is(?:e|ation)?$/, (end) => (word.length > 5 ? 'iz' : end))
    .replace(/iz(?:e|ation)$/, 'iz')
    .replace(/([^aeiou])our$/, '$1or')
    .replace(/e$/, '')
    .replace(/([^aeiou])y$/, '$1i')
}
