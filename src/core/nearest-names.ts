import { distance } from 'fastest-levenshtein'
import { searchKey } from './search-key.ts'

/** Characters that are compared: bounds the work. */
const longest = 60

/**
 * Suggestions for an unknown name, nearest first: names a typo or two away (`tools` for `tool`), or of
 * which one begins with the other (`nextjs-14` for `nextjs`).
 */
export function nearestNames(typed: string, names: readonly string[], most = 1): string[] {
  const query = searchKey(typed.slice(0, longest))
  const mostTypos = query.length < 4 ? 1 : Math.max(2, Math.floor(query.length / 3))
  return names
    .map((name) => ({ name, ...between(query, searchKey(name)) }))
    .filter(({ isBegun, typos }) => query !== '' && (isBegun || typos <= mostTypos))
    .sort((a, b) => a.typos - b.typos || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** The nearest name as the end of a sentence, or an empty text. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const [nearest] = nearestNames(typed, names)
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`
}

// Prefixes of one or two letters match too many names.
function between(query: string, key: string) {
  const isBegun =
    Math.min(query.length, key.length) > 2 && (query.startsWith(key) || key.startsWith(query))
  return { isBegun, typos: distance(query, key) }
}
