import { searchKey, searchWords } from './search-key.ts'

/** A name with the normalised keys by which it is compared. */
export interface KeyedName {
  name: string
  /** The key of the whole name, then of the rest of the name from each later word on. */
  tails: readonly string[]
  /** The words of the name and of the text about it, if there is a text. */
  words?: readonly string[]
}

/** Adds the keys for comparing to an entry with a name and perhaps a text about it. */
export function keyed<T extends { name: string; text?: string | undefined }>(
  one: T,
): T & KeyedName {
  const words = searchKey(one.name, ' ').split(' ')
  const tails = words.map((_, index) => words.slice(index).join(''))
  if (one.text === undefined) return { ...one, tails }
  return { ...one, tails, words: [...words, ...searchKey(one.text, ' ').split(' ')] }
}

/** Whether every word of a query begins a word of an entry's name or text. */
export function hasWords(query: string, { words = [] }: KeyedName): boolean {
  const asked = searchWords(query)
  return asked.length > 0 && asked.every((one) => words.some((word) => word.startsWith(one)))
}

/**
 * The names that match typed letters, best first: equal names, names with this prefix, names with a
 * word of this prefix, names that contain the letters or have a text with the words. If there are
 * none, the names whose prefix has the fewest typos, at most two.
 */
export function matchNames<T extends KeyedName>(
  typed: string,
  names: readonly T[],
  limit: number,
): T[] {
  const query = searchKey(typed)
  if (query === '') return []
  const ranked = names.map((one) => {
    const byText = query.length > 2 && hasWords(typed, one) ? exact : none
    return { one, rank: Math.min(byText, rankOf(query, one.tails)) }
  })
  const best = Math.min(...ranked.map(({ rank }) => rank))
  return ranked
    .filter(({ rank }) => rank < none && (rank <= exact || rank === best))
    .sort((a, b) => a.rank - b.rank || a.one.name.length - b.one.name.length)
    .slice(0, limit)
    .map(({ one }) => one)
}

const none = 9
/** Names up to this rank contain the query without typos. */
const exact = 3

function rankOf(query: string, tails: readonly string[]): number {
  const [whole = ''] = tails
  if (whole === query) return 0
  if (whole.startsWith(query)) return 1
  if (tails.some((tail) => tail.startsWith(query))) return 2
  // One or two letters are only searched at the start of words: nearly every name contains them.
  if (query.length < 3) return none
  if (whole.includes(query)) return exact
  const allowed = query.length < 5 ? 1 : 2
  // Skips names that are shorter than the query by more letters than there may be typos.
  const near = tails.filter((tail) => query.length - tail.length <= allowed)
  const typos = Math.min(...near.map((tail) => typosTo(query, tail.slice(0, query.length + 2))))
  return typos <= allowed ? exact + typos : none
}

/** The typos between a query and the nearest prefix of a name: Damerau-Levenshtein distance. */
function typosTo(query: string, name: string): number {
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
