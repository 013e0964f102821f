import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { type Scored, coverage, inOrder, listedIn, placesWith, topOf } from './score.ts'
import { stemsOfPhrase } from './words.ts'

/**
 * Returns a function that compares documents with a stack of tools, given by their slugs: those that
 * a document is built with, those that it only works with, and how much of the stack that is, from 0
 * to 1. Without a stack it is all of it.
 */
export function stackMatcher(index: SearchIndex, stack: readonly string[]) {
  const places = (facet: string) =>
    stack.map((slug) => ({ slug, places: placesWith(index, `${facet}:${slug}`) }))
  const [built, works] = [places('tool'), places('works')]
  const slugsAt = (all: typeof built, place: number) =>
    all.flatMap((one) => (one.places[place] ? [one.slug] : []))
  return (place: number) => {
    const own = slugsAt(built, place)
    const others = slugsAt(works, place).filter((slug) => !own.includes(slug))
    const share = (own.length + numbers.worksWith * others.length) / stack.length
    return { built: own, works: others, share: stack.length === 0 ? 1 : share }
  }
}

/** Lowers the scores of documents for missing tools of a stack, unless the question names them. */
export function preferring(
  index: SearchIndex,
  found: readonly Scored[],
  stack: readonly string[],
): readonly Scored[] {
  if (stack.length === 0) return found
  const match = stackMatcher(index, stack)
  const lowered = found.map(({ place, score }) => {
    const lacking = 1 - match(place).share
    return { place, score: score > 1 ? score : score * (1 - numbers.stack * lacking) }
  })
  return inOrder(index, lowered)
}

/**
 * Orders documents by their part of a stack, then by how much their texts say of it, with scores from
 * 0 to 1. Without a stack, by `covered` alone.
 */
export function byStack(
  index: SearchIndex,
  stack: readonly string[],
  covered: Float64Array,
): (place: number) => number {
  const match = stackMatcher(index, stack)
  const top = topOf(covered)
  return (place) => {
    const part = top === 0 ? 0 : covered[place]! / top
    return (match(place).share * stack.length + part) / (stack.length + 1)
  }
}

/** Documents that are built with a tool of a stack or work with one. */
export function allWith(index: SearchIndex, stack: readonly string[]): Scored[] {
  const places = new Set<number>()
  const isListed = listedIn(index)
  for (const slug of stack)
    for (const facet of ['tool', 'works'])
      index.each(`${facet}:${slug}`, (place) => void (isListed(place) && places.add(place)))
  const names = stack.flatMap((slug) => index.placeOf('tool', slug) ?? []).map(index.entry)
  const stems = names.flatMap(({ name }) => stemsOfPhrase(name))
  const score = byStack(index, stack, coverage(index, stems))
  return inOrder(
    index,
    [...places].map((place) => ({ place, score: score(place) })),
  )
}
