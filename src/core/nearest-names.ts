import { distance } from 'fastest-levenshtein'
import { searchKey } from './search-key.ts'

/** More of a name than anybody mistypes, and a bound of the work. */
const longest = 60

/**
 * The names that one which is not known may have been meant for, nearest first: it is a slip or two
 * away (`tools` for `tool`), or one begins with the other (`nextjs-14` for `nextjs`).
 */
export function nearestNames(typed: string, names: readonly string[], most = 1): string[] {
  const asked = searchKey(typed.slice(0, longest))
  const mostSlips = asked.length < 4 ? 1 : Math.max(2, Math.floor(asked.length / 3))
  return names
    .map((name) => ({ name, ...between(asked, searchKey(name)) }))
    .filter(({ isBegun, slips }) => asked !== '' && (isBegun || slips <= mostSlips))
    .sort((a, b) => a.slips - b.slips || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

/** The nearest name as the end of a sentence, or nothing where no name is near. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const [nearest] = nearestNames(typed, names)
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`
}

// Two letters begin far too many names.
function between(asked: string, key: string) {
  const isBegun =
    Math.min(asked.length, key.length) > 2 && (asked.startsWith(key) || key.startsWith(asked))
  return { isBegun, slips: distance(asked, key) }
}
