import { alternativesTo } from './alternatives.ts'
import { begunBy, misspelledBy, namedBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { type Question, stemsIn, toolsOf } from './question.ts'
import { allWith } from './stack.ts'
import { knows } from './vocabulary.ts'
import {
  type Scored,
  bestOf,
  coverage,
  inOrder,
  listedIn,
  livingFirst,
  placesWith,
  topOf,
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
  const { like, named, beside, text } = question
  const isAllowed = allowedBy(index, question, kind)
  const isWanted = filterOf(index, question, isAllowed)
  if (like && like.length > 0) return livingFirst(index, alternativesTo(index, like, isWanted))
  const about =
    question.needs.length > 0
      ? aboutIt(index, question, isWanted)
      : withoutNeeds(index, question).filter(({ place }) => isWanted(place))
  // Beside an answer to the need, only products are meant. Without one, the question is about what
  // it names if it has hardly any other word.
  const mentioned = beside?.places.filter((place) =>
    about.length > 0 ? index.entry(place).kind === 'product' : beside.others <= 1,
  )
  const names = [...named, ...(mentioned ?? [])]
  const first = [
    ...new Set([...names, ...namesOf(index, text, withBegun, names.length > 0)]),
  ].filter(isAllowed)
  return [
    ...first.map((place, at) => ({ place, score: 2 + 1 / (at + 1) })),
    ...livingFirst(index, about).filter(({ place }) => !first.includes(place)),
  ]
}

function namesOf(
  index: SearchIndex,
  text: string,
  withBegun: boolean,
  isNamed: boolean,
): readonly number[] {
  const named = namedBy(index, text)
  const begun = withBegun ? begunBy(index, text) : []
  if (isNamed || named.length + begun.length > 0) return [...new Set([...named, ...begun])]
  const isKnown = wordsOf(text).every((word) => knows(index, word))
  return isKnown ? [] : misspelledBy(index, text)
}

/** Documents that cover the words of a question; none if even the best one covers too few. */
function aboutIt(index: SearchIndex, { needs, like }: Question, isWanted: Test): Scored[] {
  const covered = new Float64Array(index.places)
  const words = stemsIn(needs).length
  for (const { stems, part, tools = [] } of needs) {
    const scores = coverage(index, stems)
    const atLeast = (facet: string, least: number) =>
      index.each(facet, (place) => {
        scores[place] = Math.max(scores[place]!, least)
      })
    for (const slug of tools) {
      atLeast(`works:${slug}`, numbers.worksWith)
      atLeast(`tool:${slug}`, 1)
    }
    for (let place = 0; place < scores.length; place++) covered[place]! += scores[place]! * part
  }
  const top = topOf(covered)
  // "X alternative" with an unlisted X is exempt: only the rivals of a topic contain the word X, so
  // coverage is low.
  if (words > 1 && !like && top < numbers.leastCoverage / Math.sqrt(words)) return []
  return bestOf(index, withSharedTopics(index, covered), numbers.near / needs.length, isWanted)
}

/** A question with filters only, such as "MIT" or "written in Go": all documents that have them. */
function withoutNeeds(index: SearchIndex, { preferred, builtWith, licence }: Question): Scored[] {
  const stack = [...builtWith, ...preferred]
  if (stack.length > 0) return allWith(index, stack)
  if (licence === undefined) return []
  const all: Scored[] = []
  index.each(`licence:${licence}`, (place) => all.push({ place, score: 1 }))
  return inOrder(index, all)
}

type Test = (place: number) => boolean

/** Returns a test of whether a document has the requested kind and is not excluded. */
function allowedBy(
  index: SearchIndex,
  { excluded }: Question,
  kind: Entry['kind'] | undefined,
): Test {
  const tools = toolsOf(index, excluded.places).map((slug) => `tool:${slug}`)
  const without = [...tools, ...excluded.facets].map((facet) => placesWith(index, facet))
  const ofKind = kind && placesWith(index, `kind:${kind}`)
  return (place) =>
    (!ofKind || ofKind[place] === 1) &&
    !excluded.places.includes(place) &&
    !without.some((places) => places[place])
}

/** Returns a test of whether an allowed document is listed and has the requested facets. */
function filterOf(index: SearchIndex, { builtWith, licence }: Question, isAllowed: Test): Test {
  const facets = builtWith.map((slug) => `tool:${slug}`)
  if (licence !== undefined) facets.push(`licence:${licence}`)
  const all = facets.map((facet) => placesWith(index, facet))
  const isListed = listedIn(index)
  return (place) => isListed(place) && isAllowed(place) && all.every((places) => places[place])
}
