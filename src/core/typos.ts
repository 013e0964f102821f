import { distance } from 'fastest-levenshtein'

/**
 * The number of typos between two words: a letter missing, added or replaced, or two neighbours
 * swapped.
 */
export function typosBetween(a: string, b: string): number {
  const typos = distance(a, b)
  if (typos !== 2 || a.length !== b.length) return typos
  const at = [...a].findIndex((letter, place) => letter !== b[place])
  return a.slice(0, at) + a[at + 1] + a[at] + a.slice(at + 2) === b ? 1 : 2
}
