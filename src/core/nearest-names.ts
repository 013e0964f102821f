import { distance } from 'fastest-levenshtein'
import { searchKey } from './search-key.ts'

/** A typed name is cut to this many characters before comparing, to bound the work. */
const longest = 60

/**
 * Suggestions for an unknown name, nearest first: names with a few typos (`tool` for `tools`), and
 * names that begin with the typed one or the other way round (`nextjs` for `nextjs-14`).
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

/**
 * A suggestion such as " (did you mean tool?)" to end a sentence with; empty if no name is near.
 */
export function didYouMean(typed: string, names: readonly string[]): string {
  const [nearest] = nearestNames(typed, names)
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`
}

// Compares two keys. Prefixes of one or two letters do not count: they match too many names.
function between(query: string, key: string) {
  const isBegun =
    Math.min(query.length, key.length) > 2 && (query.startsWith(key) || key.startsWith(query))
  return { isBegun, typos: distance(query, key) }
}
