import { searchKey } from './search-key.ts'

/** A name with what searches compare of it, made once. */
export interface KeyedName {
  name: string
  /** What may be typed for it: the whole, and what begins with each later word. */
  tails: readonly string[]
}

/** A name, ready to be compared. */
export function keyed<T extends { name: string }>(one: T): T & KeyedName {
  const words = searchKey(one.name, ' ').split(' ')
  return { ...one, tails: words.map((_, index) => words.slice(index).join('')) }
}

/**
 * The names that a few typed letters may mean, best first: the very name, what begins so, what has a
 * word that begins so, what holds it; and only where nothing does, what begins so but for the fewest
 * slips, at most two.
 */
export function matchNames<T extends KeyedName>(
  typed: string,
  names: readonly T[],
  limit: number,
): T[] {
  const query = searchKey(typed)
  if (query === '') return []
  const ranked = names.map((one) => ({ one, rank: rankOf(query, one.tails) }))
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked
    .filter(({ rank }) => rank < none && (rank <= rightly || rank === best))
    .sort((a, b) => a.rank - b.rank || a.one.name.length - b.one.name.length)
    .slice(0, limit)
    .map(({ one }) => one)
}

const none = 9
/** Up to this rank a name is spelled as it was typed. */
const rightly = 3

function rankOf(query: string, tails: readonly string[]): number {
  const [whole = ''] = tails
  if (whole === query) return 0
  if (whole.startsWith(query)) return 1
  if (tails.some((tail) => tail.startsWith(query))) return 2
  // One or two letters stand in everything.
  if (query.length < 3) return none
  if (whole.includes(query)) return rightly
  const allowed = query.length < 5 ? 1 : 2
  // A name that is shorter by more than the slips cannot be meant: what was typed may be long.
  const near = tails.filter((tail) => query.length - tail.length <= allowed)
  const slips = Math.min(...near.map((tail) => slipsTo(query, tail.slice(0, query.length + 2))))
  return slips <= allowed ? rightly + slips : none
}

/**
 * The slips between what was typed and the nearest beginning of a name: a letter too many, too few or
 * another, and two neighbours that changed places.
 */
function slipsTo(query: string, name: string): number {
  let before: number[] = []
  let last = Array.from({ length: name.length + 1 }, (_, index) => index)
  for (let at = 1; at <= query.length; at++) {
    const row = [at]
    for (let to = 1; to <= name.length; to++) {
      const isSame = query[at - 1] === name[to - 1]
      const isSwapped = query[at - 1] === name[to - 2] && query[at - 2] === name[to - 1]
      row[to] = Math.min(
        last[to - 1]! + (isSame ? 0 : 1),
        last[to]! + 1,
        row[to - 1]! + 1,
        isSwapped ? before[to - 2]! + 1 : Infinity,
      )
    }
    before = last
    last = row
  }
  return Math.min(...last)
}
