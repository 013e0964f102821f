import { idf, lives } from './document.ts'
import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'

/** Stems with their inverse document frequency, counted in the catalogue file. */
export function weighed(index: SearchIndex, stems: readonly string[]): Map<string, number> {
  return new Map(stems.map((stem) => [stem, idf(index.documents, index.documentFrequency(stem))]))
}

/**
 * How well each document covers the stems, from 0 to 1: the mean of their weights in the document,
 * weighted by inverse document frequency. The array index is the document number.
 */
export function coverage(index: SearchIndex, stems: readonly string[]): Float64Array {
  const covered = new Float64Array(index.places)
  const terms = weighed(index, stems)
  const whole = [...terms.values()].reduce((sum, weight) => sum + weight, 0)
  for (const [term, telling] of terms)
    index.each(term, (place, about) => {
      covered[place]! += (about * telling) / whole
    })
  return covered
}

/** An array by document number: 1 if the document has the facet, else 0. */
export function placesWith(index: SearchIndex, facet: string): Uint8Array {
  const places = new Uint8Array(index.places)
  index.each(facet, (place) => {
    places[place] = 1
  })
  return places
}

/** Returns a test of whether results may have a document that they do not name. */
export function listedIn(index: SearchIndex): (place: number) => boolean {
  const ended = placesWith(index, lives.ended)
  return (place) => !ended[place]
}

/**
 * Lowers what nobody works on, so that it stands below every living document within reach of its
 * score. Decisions, Recommend.
 */
export function livingFirst(index: SearchIndex, found: readonly Scored[]): Scored[] {
  const idle = placesWith(index, lives.idle)
  return inOrder(
    index,
    found.map(({ place, score }) => ({ place, score: idle[place] ? score * numbers.near : score })),
  )
}

/** A document number with its score. */
export interface Scored {
  place: number
  /** From 0 to 1; higher for documents that the question names. */
  score: number
}

/**
 * The documents with at least this fraction of the best score, best first, at most `numbers.pool`.
 * Unwanted documents are left out, but their scores count for the best score.
 */
export function bestOf(
  index: SearchIndex,
  scores: Float64Array,
  fraction: number,
  isWanted: (place: number) => boolean = () => true,
): Scored[] {
  const least = fraction * topOf(scores)
  const found: Scored[] = []
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    if (score > 0 && score >= least && isWanted(place)) found.push({ place, score })
  }
  return inOrder(index, found)
}

/** The highest of all scores, 0 if there are none. */
export function topOf(scores: Float64Array): number {
  return scores.reduce((top, score) => Math.max(top, score), 0)
}

/** The best results, at most `numbers.pool`, by score, then by rank. */
export function inOrder(index: SearchIndex, found: readonly Scored[]): Scored[] {
  return found
    .toSorted(
      (a, b) => b.score - a.score || index.rank(a.place) - index.rank(b.place) || a.place - b.place,
    )
    .slice(0, numbers.pool)
}

/**
 * Raises scores of documents that share a topic with many of the best results, and lowers others.
 */
export function withSharedTopics(index: SearchIndex, scores: Float64Array): Float64Array {
  const best = bestOf(index, scores, numbers.bestWithin).slice(0, numbers.best)
  const top = best[0]?.score ?? 0
  const shares = new Map<string, number>()
  for (const { place } of best)
    for (const topic of index.entry(place).topics)
      shares.set(topic, (shares.get(topic) ?? 0) + 1 / best.length)
  const most = new Float64Array(scores.length)
  for (const [topic, share] of shares)
    index.each(`topic:${topic}`, (place) => {
      most[place] = Math.max(most[place]!, share)
    })
  const { topicLift } = numbers
  return scores.map((score, place) =>
    score > 0 ? (score + topicLift * top * most[place]!) / (1 + topicLift) : 0,
  )
}
