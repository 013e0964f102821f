import { distance } from 'fastest-levenshtein'
import { numbers } from './numbers.ts'

/** How many typos are forgiven in a name of so many letters. */
export function allowedTypos(letters: number): number {
  if (letters >= numbers.twoTypos) return 2
  return letters >= numbers.oneTypo ? 1 : 0
}

/**
 * The typos between two words: a letter more, less or other, or two neighbours that changed places.
 * More than `most` are not counted further.
 */
export function typosBetween(a: string, b: string, most: number): number {
  // Fast, and at most twice as many: it takes a swap for two.
  if (Math.abs(a.length - b.length) > most || distance(a, b) > 2 * most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        row[j - 1]! + 1,
        last[j]! + 1,
        last[j - 1]! + (isSame ? 0 : 1),
        isSwap ? before[j - 2]! + 1 : Infinity,
      )
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length]!
}
