import { numbers } from './numbers.ts'
import type { Named, SearchIndex } from './open-index.ts'
import { allowedTypos, typosBetween } from './typos.ts'
import { nameKey } from './words.ts'
import { roles } from './document.ts'

type Names = Pick<SearchIndex, 'named' | 'namesFrom' | 'namesNear' | 'rank'>

/** Places of what a text names whole: by its own name before another name of it. */
export function namedBy(index: Names, text: string): number[] {
  const named = index.named(nameKey(text)).filter(({ role }) => role !== roles.part)
  return placesOf(index, named)
}

/** Places of names, or later words of names, that begin with a text. */
export function begunBy(index: Names, text: string): number[] {
  const key = nameKey(text)
  return key.length < 2 ? [] : placesOf(index, index.namesFrom(key, numbers.begun))
}

/** Places of the names that are the fewest typos away from a text. */
export function misspelledBy(index: Names, text: string): number[] {
  const key = nameKey(text)
  const most = allowedTypos(key.length)
  if (most === 0) return []
  // A typo in the middle leaves half of the letters as they are, before it or after it.
  const spared = Math.min(most + 1, Math.floor((key.length - 1) / 2))
  const near = index
    .namesNear(key, spared, most)
    .filter(({ role }) => role !== roles.part)
    .map((named) => ({ ...named, typos: typosBetween(key, named.key) }))
  const least = Math.min(most, ...near.map(({ typos }) => typos))
  const nearest = near.filter(({ typos }) => typos === least)
  return placesOf(index, nearest)
}

function placesOf(index: Names, named: readonly Named[]): number[] {
  const inOrder = [...named].sort(
    (a, b) =>
      a.role - b.role || a.key.length - b.key.length || index.rank(a.place) - index.rank(b.place),
  )
  return [...new Set(inOrder.map(({ place }) => place))]
}
