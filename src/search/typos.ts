import { distance } from 'fastest-levenshtein'
import { numbers } from './numbers.ts'

/** How many typos are forgiven in a name of so many letters. */
export function allowedTypos(letters: number): number {
  if (letters >= numbers.twoTypos) return 2
  return letters >= numbers.oneTypo ? 1 : 0
}

/** The typos between two words: a letter more, less or other, or two neighbours that changed places. */
export function typosBetween(a: string, b: string): number {
  const typos = distance(a, b)
  if (typos !== 2 || a.length !== b.length) return typos
  const at = [...a].findIndex((letter, place) => letter !== b[place])
  return a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b ? 1 : 2
}
