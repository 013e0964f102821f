import { onceFor } from '#core/once.ts'
import {
  type Role,
  type SearchDocument,
  type Topics,
  termWeights,
  nameKeys,
  termsOf,
} from './document.ts'
import type { Entry, Named, SearchIndex } from './open-index.ts'
import { idf } from './score.ts'
import { comparedBy, strongest } from './write-index.ts'

/** A changed document; null if it is no longer listed. */
export type Change = Pick<SearchDocument, 'kind' | 'slug'> & { document: SearchDocument | null }

/**
 * The index of the file with changes since the build. Frequencies of words stay those of the file,
 * so that unchanged documents keep their scores.
 */
export function overlaid(
  file: SearchIndex,
  changes: readonly Change[],
  topics: Topics,
): SearchIndex {
  if (changes.length === 0) return file
  const masked = new Set(changes.flatMap(({ kind, slug }) => file.placeOf(kind, slug) ?? []))
  const readings = readingsOf(file)
  const changed = changes
    .flatMap(({ document }) => document ?? [])
    .map((document, at) => {
      const reading = readings.get(document) ?? read(document, file, topics)
      readings.set(document, reading)
      return { ...reading, entry: { ...reading.entry, place: file.places + at } }
    })
  const entries = new Map(changed.map(({ entry }) => [entry.place, entry]))
  const names = changed.flatMap(({ entry: { place }, names }) =>
    [...names].map(([key, role]): Named => ({ key, place, role })),
  )
  const now = (found: readonly Named[], isFound: (key: string) => boolean) => [
    ...found.filter(({ place }) => !masked.has(place)),
    ...names.filter(({ key }) => isFound(key)),
  ]
  return {
    ...file,
    places: file.places + changed.length,
    has: (term) => file.has(term) || changed.some(({ terms }) => terms.has(term)),
    each: (term, visit) => {
      file.each(term, (place, weight) => !masked.has(place) && visit(place, weight))
      for (const { entry, terms } of changed) {
        const weight = terms.get(term)
        if (weight !== undefined) visit(entry.place, weight)
      }
    },
    entry: (place) => entries.get(place) ?? file.entry(place),
    placeOf: (kind, slug) => {
      const now = changed.find(({ entry }) => entry.kind === kind && entry.slug === slug)
      const before = file.placeOf(kind, slug)
      return now?.entry.place ?? (before !== undefined && masked.has(before) ? undefined : before)
    },
    // Among equal scores, changed documents come first.
    rank: (place) => (entries.has(place) ? -1 : file.rank(place)),
    named: (key) => now(file.named(key), (one) => one === key),
    namesFrom: (start, most) =>
      now(file.namesFrom(start, most + masked.size), (key) => key.startsWith(start)),
    namesNear: (...near) => now(file.namesNear(...near), () => true),
  }
}

interface Reading {
  entry: Omit<Entry, 'place'>
  terms: ReadonlyMap<string, number>
  names: ReadonlyMap<string, Role>
}

// Caches what is read from changed documents: overlays are rebuilt every few seconds, mostly from
// the same documents.
const readingsOf = onceFor((_file: SearchIndex) => new WeakMap<SearchDocument, Reading>())

function read(document: SearchDocument, file: SearchIndex, topics: Topics): Reading {
  const { kind, slug, name } = document
  const telling = (term: string) => idf(file.documents, file.documentFrequency(term))
  const strong = strongest(termWeights(document, topics, comparedBy), telling)
  return {
    entry: { kind, slug, name, topics: document.topics, strong },
    terms: termsOf(document, topics),
    names: nameKeys(document),
  }
}
