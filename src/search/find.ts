import { alternativesTo } from './alternatives.ts'
import { begunBy, misspelledBy, namedBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, knows, toolsOf } from './question.ts'
import {
  type Scored,
  bestOf,
  coverage,
  inOrder,
  listedIn,
  placesWith,
  topOf,
  weighed,
  withSharedTopics,
} from './score.ts'
import { wordsOf } from './words.ts'

/**
 * All matches of a question, best first. Documents that the question names have scores above 1, the
 * others at most 1.
 */
export function find(
  index: SearchIndex,
  question: Question,
  kind: Entry['kind'] | undefined,
  withBegun: boolean,
): Scored[] {
  const { like, compared, text, mentioned } = question
  const isWanted = filterOf(index, question, kind)
  if (like && like.length > 0) return alternativesTo(index, like, isWanted)
  const facets = requiredFacets(question)
  // A question with filters only, such as "MIT" or "written in Go": all documents with the facet
  // match.
  if (facets.length > 0 && question.needs.flat().length === 0) {
    const places = placesWith(index, facets[0]!)
    const all = [...places.keys()].filter((place) => places[place] && isWanted(place))
    const found = all.map((place) => ({ place, score: 1 }))
    return inOrder(index, found)
  }
  const names = compared.length > 0 ? compared : namesOf(index, text, withBegun)
  const named = names.filter(isWanted)
  const about = aboutIt(index, question, isWanted)
  const first = named.length + about.length > 0 ? named : mentioned.filter(isWanted)
  return [
    ...first.map((place, at) => ({ place, score: 2 + 1 / (at + 1) })),
    ...about.filter(({ place }) => !first.includes(place)),
  ]
}

function namesOf(index: SearchIndex, text: string, withBegun: boolean): readonly number[] {
  const named = namedBy(index, text)
  const begun = withBegun ? begunBy(index, text) : []
  if (named.length + begun.length > 0) return [...new Set([...named, ...begun])]
  const isKnown = wordsOf(text).every((word) => knows(index, word))
  return isKnown ? [] : misspelledBy(index, text)
}

/** Documents that cover the words of a question; none if even the best one covers too few. */
function aboutIt(
  index: SearchIndex,
  { needs, like }: Question,
  isWanted: (place: number) => boolean,
): Scored[] {
  const covered = new Float64Array(index.places)
  for (const need of needs)
    coverage(index, weighed(index, need)).forEach((part, place) => {
      covered[place]! += part / needs.length
    })
  const words = needs.flat().length
  const top = topOf(covered)
  // "X alternative" with an unlisted X is exempt: only the rivals of a topic contain the word X, so
  // coverage is low.
  if (words > 1 && !like && top < numbers.leastCoverage / Math.sqrt(words)) return []
  return bestOf(index, withSharedTopics(index, covered), numbers.near / needs.length, isWanted)
}

/**
 * Returns a test of whether a document is listed, has the requested kind and facets and is not
 * excluded.
 */
function filterOf(
  index: SearchIndex,
  question: Question,
  kind: Entry['kind'] | undefined,
): (place: number) => boolean {
  const { excluded } = question
  const without = toolsOf(index, excluded).map((slug) => placesWith(index, `tool:${slug}`))
  const facets = [...(kind === undefined ? [] : [`kind:${kind}`]), ...requiredFacets(question)]
  const all = facets.map((facet) => placesWith(index, facet))
  const isListed = listedIn(index)
  return (place) =>
    isListed(place) &&
    !excluded.includes(place) &&
    !without.some((places) => places[place]) &&
    all.every((places) => places[place])
}

function requiredFacets({ builtWith, licence }: Question): string[] {
  const tools = builtWith.map((slug) => `tool:${slug}`)
  return licence === undefined ? tools : [...tools, `licence:${licence}`]
}

/** Returns a function that lists which of these tools a document is built with. */
export function builtWith(index: SearchIndex, slugs: readonly string[]) {
  const tools = slugs.map((slug) => ({ slug, places: placesWith(index, `tool:${slug}`) }))
  return (place: number) => tools.filter(({ places }) => places[place]).map(({ slug }) => slug)
}

/**
 * Reorders matches: a document loses score for missing tools of a stack, unless the question names
 * it.
 */
export function preferring(
  index: SearchIndex,
  found: readonly Scored[],
  stack: readonly string[],
): readonly Scored[] {
  if (stack.length === 0) return found
  const tools = builtWith(index, stack)
  const weighed = found.map(({ place, score }) => {
    const lacking = 1 - tools(place).length / stack.length
    return { place, score: score > 1 ? score : score * (1 - numbers.stack * lacking) }
  })
  return inOrder(index, weighed)
}
