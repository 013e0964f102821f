import { typosBetween } from '#core/typos.ts'
import { numbers } from './numbers.ts'
import type { Named, SearchIndex } from './open-index.ts'
import { nameKey } from './words.ts'
import { roles } from './document.ts'

/** The documents with exactly this name, alias or address, own names first. */
export function namedBy(index: SearchIndex, text: string): number[] {
  const named = index.named(nameKey(text)).filter(({ role }) => role !== roles.part)
  return placesOf(index, named)
}

/** The documents whose name, from its first or a later word on, begins with a text. */
export function begunBy(index: SearchIndex, text: string): number[] {
  const key = nameKey(text)
  return key.length < 2 ? [] : placesOf(index, index.namesFrom(key, numbers.begun))
}

/** The most typos that are forgiven in a name with this number of letters. */
export function allowedTypos(letters: number): number {
  if (letters >= numbers.twoTypos) return 2
  return letters >= numbers.oneTypo ? 1 : 0
}

/** The documents whose names differ from a text by the fewest typos, if these are few enough. */
export function misspelledBy(index: SearchIndex, text: string): number[] {
  const key = nameKey(text)
  const most = allowedTypos(key.length)
  if (most === 0) return []
  // Candidates must share this many first or last letters with the text.
  const equalLetters = Math.min(most + 1, Math.floor((key.length - 1) / 2))
  const near = index
    .namesNear(key, equalLetters, most)
    .filter(({ role }) => role !== roles.part)
    .map((named) => ({ ...named, typos: typosBetween(key, named.key) }))
  const least = Math.min(most, ...near.map(({ typos }) => typos))
  const nearest = near.filter(({ typos }) => typos === least)
  return placesOf(index, nearest)
}

function placesOf(index: SearchIndex, named: readonly Named[]): number[] {
  const inOrder = [...named].sort(
    (a, b) =>
      a.role - b.role || a.key.length - b.key.length || index.rank(a.place) - index.rank(b.place),
  )
  return [...new Set(inOrder.map(({ place }) => place))]
}
