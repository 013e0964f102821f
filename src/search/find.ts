import { alternativesTo } from './alternatives.ts'
import { begunBy, misspelledBy, namedBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, isKnown } from './question.ts'
import { type Scored, bestOf, coverage, inOrder, weighed, withKin } from './score.ts'

export interface Found extends Scored {
  /** Named by the question, or about what it says. */
  by: 'name' | 'text'
}

/** Everything that answers a question, best first: what it names, then what is about it. */
export function find(
  index: SearchIndex,
  question: Question,
  kind: Entry['kind'] | undefined,
  { withBegun }: { withBegun: boolean },
): Found[] {
  const isWanted = filterOf(index, question, kind)
  if (question.like && question.like.length > 0)
    return alternativesTo(index, question.like, isWanted).map((one) => ({ ...one, by: 'text' }))
  const named = (
    question.compared.length > 0
      ? [...question.compared]
      : namesOf(index, question.text, { withBegun })
  ).filter(isWanted)
  const about = aboutIt(index, question, isWanted)
  const first = named.length + about.length > 0 ? named : question.mentioned.filter(isWanted)
  return [
    ...first.map((place): Found => ({ place, score: 1, by: 'name' })),
    ...about
      .filter(({ place }) => !first.includes(place))
      .map((one): Found => ({ ...one, by: 'text' })),
  ]
}

function namesOf(
  index: SearchIndex,
  text: string,
  { withBegun }: { withBegun: boolean },
): number[] {
  const named = namedBy(index, text)
  const begun = withBegun ? begunBy(index, text) : []
  if (named.length + begun.length > 0) return [...new Set([...named, ...begun])]
  return isKnown(index, text) ? [] : misspelledBy(index, text)
}

/** What is about a question, above the floor. */
function aboutIt(
  index: SearchIndex,
  { needs, like }: Question,
  isWanted: (place: number) => boolean,
): Scored[] {
  const parts = needs.map((need) => coverage(index, weighed(index, need)))
  const covered = parts[0]!.map(
    (_, place) => parts.reduce((sum, part) => sum + part[place]!, 0) / parts.length,
  )
  const words = needs.flat().length
  const top = covered.reduce((most, one) => Math.max(most, one), 0)
  // "X alternative", where X is not listed: only its rivals know the word.
  if (words > 1 && !like && top < numbers.floor / Math.sqrt(words)) return []
  return bestOf(index, withKin(index, covered), numbers.near / needs.length, isWanted)
}

/** What may answer, by its kind, and by what the question excludes and asks for. */
function filterOf(
  index: SearchIndex,
  { excluded, builtWith, licence }: Question,
  kind: Entry['kind'] | undefined,
): (place: number) => boolean {
  const having = (facet: string) => {
    const places = new Set<number>()
    index.each(facet, (place) => places.add(place))
    return places
  }
  const not = new Set(excluded)
  for (const place of excluded) {
    const { kind, slug } = index.entry(place)
    if (kind === 'tool') for (const one of having(`tool:${slug}`)) not.add(one)
  }
  const all = [
    ...(kind === undefined ? [] : [having(`kind:${kind}`)]),
    ...builtWith.map((slug) => having(`tool:${slug}`)),
    ...(licence === undefined ? [] : [having(`licence:${licence}`)]),
  ]
  return (place) => !not.has(place) && all.every((places) => places.has(place))
}

/** How many of some tools each place is built with, by slug. */
export function builtWith(index: SearchIndex, slugs: readonly string[]): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const slug of slugs)
    index.each(`tool:${slug}`, (place) => found.set(place, [...(found.get(place) ?? []), slug]))
  return found
}

/** In a new order: what lacks tools of a stack loses a part of its score. */
export function preferring(
  index: SearchIndex,
  found: readonly Found[],
  stack: readonly string[],
): Found[] {
  const tools = builtWith(index, stack)
  const weighed = found.map((one) => {
    const share = stack.length === 0 ? 1 : (tools.get(one.place)?.length ?? 0) / stack.length
    return { ...one, score: one.score * (1 - numbers.stack + numbers.stack * share) }
  })
  const named = weighed.filter(({ by }) => by === 'name')
  return [
    ...named,
    ...inOrder(
      index,
      weighed.filter(({ by }) => by === 'text'),
    ),
  ] as Found[]
}
