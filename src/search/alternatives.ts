import { numbers } from './numbers.ts'
import type { SearchIndex } from './open-index.ts'
import { type Scored, bestOf, coverage, weighed } from './score.ts'

/**
 * What could be used instead of a document, likest first: by topics that both are for, and by the
 * words that it says most and others least.
 */
export function alternativesTo(
  index: SearchIndex,
  places: readonly number[],
  isWanted: (place: number) => boolean = () => true,
): Scored[] {
  const entries = places.map(index.entry)
  const strong = [...new Set(entries.flatMap(({ strong }) => strong))]
  const like = coverage(index, weighed(index, strong))
  const topics = [...new Set(entries.flatMap(({ topics }) => topics))]
  const shared = new Float64Array(index.places)
  for (const topic of topics)
    index.each(`topic:${topic}`, (place) => {
      shared[place]! += 1 / topics.length
    })
  const scores = like.map((likeness, place) =>
    places.includes(place)
      ? 0
      : (1 - numbers.sharedTopics) * likeness + numbers.sharedTopics * shared[place]!,
  )
  return bestOf(index, scores, numbers.nearAlternative, isWanted)
}
