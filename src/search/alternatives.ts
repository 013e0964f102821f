import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { type Scored, bestOf, coverage } from './score.ts'

/** Alternatives to documents, most similar first: by shared topics and by characteristic words. */
export function alternativesTo(
  index: SearchIndex,
  places: readonly number[],
  isWanted: (place: number) => boolean,
): Scored[] {
  const entries = places.map(index.entry)
  const strong = [...new Set(entries.flatMap(({ strong }) => strong))]
  const similarity = coverage(index, strong)
  const topics = [...new Set(entries.flatMap(({ topics }) => topics))]
  const shared = new Float64Array(index.places)
  for (const topic of topics)
    index.each(`topic:${topic}`, (place) => {
      shared[place]! += 1 / topics.length
    })
  const scores = similarity.map((similar, place) =>
    places.includes(place)
      ? 0
      : (1 - numbers.sharedTopics) * similar + numbers.sharedTopics * shared[place]!,
  )
  return bestOf(index, scores, numbers.nearAlternative, isWanted)
}
