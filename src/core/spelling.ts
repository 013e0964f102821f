import { distance } from 'fastest-levenshtein'
import { stem } from './stem.ts'

/** Shorter words differ by one letter and mean something else; two that changed places are a slip in shorter ones. */
const shortest = { letter: 7, swap: 5 } as const

/** Words by their first letter, where a slip is rarest, and their length. */
export type Spellings = ReadonlyMap<string, ReadonlySet<string>>

const likeOf = (word: string, length: number) => `${word.slice(0, 1)}${length}`

export function spellingsOf(words: Iterable<string>): Spellings {
  const alike = new Map<string, Set<string>>()
  for (const word of words) {
    if (word.length < shortest.swap) continue
    const key = likeOf(word, word.length)
    alike.set(key, (alike.get(key) ?? new Set()).add(word))
  }
  return alike
}

/**
 * The word that was meant by one that nobody writes: "evalution" by one letter, "reveiw" by two that
 * changed places. The same word where it is written somewhere, or where several could be meant.
 */
export function spelled(
  word: string,
  known: Spellings,
  isWritten: (word: string) => boolean,
): string {
  if (word.length < shortest.swap) return word
  const lengths = [word.length - 1, word.length, word.length + 1]
  const near = lengths.flatMap((length) =>
    [...(known.get(likeOf(word, length)) ?? [])].filter((one) => isSlip(word, one)),
  )
  const [first] = near
  const isOne = first !== undefined && near.every((one) => stem(one) === stem(first))
  return isOne && !isWritten(word) ? first : word
}

// The end of a word is its form: "programme" is no "programmer", and "flights" are a "flight".
function isSlip(word: string, known: string): boolean {
  if (word === known || word.startsWith(known) || known.startsWith(word)) return false
  const edits = distance(word, known)
  const isNear = edits === 1 ? word.length >= shortest.letter : edits === 2 && isSwap(word, known)
  // Of the hundreds of words with this letter few are near: the forms are compared last.
  return isNear && stem(word) !== stem(known)
}

/** Whether two words differ by two neighbours that changed places. */
export function isSwap(typed: string, name: string): boolean {
  if (typed.length !== name.length) return false
  let at = 0
  while (at < typed.length && typed[at] === name[at]) at++
  return (
    typed[at] === name[at + 1] &&
    typed[at + 1] === name[at] &&
    typed.slice(at + 2) === name.slice(at + 2)
  )
}
