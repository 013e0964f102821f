import { alternativesTo } from './alternatives.ts'
import { find, preferring } from './find.ts'
import { begunBy, misspelledBy } from './names.ts'
import { numbers } from './numbers.ts'
import type { Entry, SearchIndex } from './open-index.ts'
import { readQuestion } from './question.ts'
import { bestOf, coverage, weighed } from './score.ts'

/** Listings and tools that answer a question, best first. */
export function search(
  index: SearchIndex,
  text: string,
  { kind, limit }: { kind?: Entry['kind'] | undefined; limit: number },
): Entry[] {
  const question = readQuestion(index, text)
  const found = find(index, question, kind, kind === undefined)
  return preferring(index, found, question.preferred)
    .slice(0, limit)
    .map(({ place }) => index.entry(place))
}

/** Documents that may have been meant by a text that finds nothing: near names, then some of its words. */
export function suggestions(
  index: SearchIndex,
  text: string,
  { kind, most }: { kind?: Entry['kind'] | undefined; most: number },
): Entry[] {
  const isOfKind = (entry: Entry) => kind === undefined || entry.kind === kind
  const named = [...begunBy(index, text), ...misspelledBy(index, text)]
  const about = bestOf(
    index,
    coverage(index, weighed(index, readQuestion(index, text).needs.flat())),
    numbers.near,
  )
  const places = new Set([...named, ...about.map(({ place }) => place)])
  return [...places].map(index.entry).filter(isOfKind).slice(0, most)
}

/** What is like a listing or a tool, likest first. */
export function similarTo(
  index: SearchIndex,
  { kind, slug }: Pick<Entry, 'kind' | 'slug'>,
  limit: number,
): Entry[] {
  const place = index.placeOf(kind, slug)
  if (place === undefined) return []
  return alternativesTo(index, [place])
    .map((one) => index.entry(one.place))
    .filter((entry) => entry.kind === kind)
    .slice(0, limit)
}
