import { stem } from './stem.ts'
import type { Topic } from './topics.ts'

/** A thing says more of what is asked for than what is done with it. */
const worth = { thing: 2, act: 1 } as const
type Part = keyof typeof worth

/** Topics whose words tell nearly as much as those of the likeliest are asked for with it. */
const nearlyAsLikely = 0.8

/** When so many topics fit the same words, the words say none. */
const mostTopics = 3

/** Words of a question that ask for topics together: their places, and one that is of a thing. */
export interface AskedTogether {
  topics: Topic[]
  at: number[]
  thing: number
}

/** What a word is of a topic, and how much it tells of it: less, the more topics have it. */
interface Said {
  part: Part
  tells: number
}

export type WordTopics = ReadonlyMap<string, ReadonlyMap<Topic, Said>>

/** By stem, of which topics a word is a thing or an act. */
export function wordTopics(topics: readonly Topic[]): WordTopics {
  const known = new Map<string, Map<Topic, Part>>()
  const add = (topic: Topic, words: readonly string[], part: Part) => {
    for (const word of words) {
      const of = known.get(stem(word)) ?? new Map<Topic, Part>()
      known.set(stem(word), of.set(topic, of.get(topic) ?? part))
    }
  }
  for (const topic of topics) {
    add(topic, topic.things, 'thing')
    add(topic, topic.acts, 'act')
  }
  return new Map(
    [...known].map(([word, of]) => {
      const rarity = Math.log(1 + topics.length / of.size)
      const said = [...of].map(
        ([topic, part]) => [topic, { part, tells: worth[part] * rarity }] as const,
      )
      return [word, new Map(said)]
    }),
  )
}

/**
 * The topics of which a question has a thing and one more word, wherever they stand: "translate a
 * scientific PDF" has "translate" and "pdf". The one whose words tell most first, then those of
 * the other words. Of the words that stand alone those in `free` ask for nothing by themselves.
 */
export function topicsAsked(
  words: readonly (string | null)[],
  free: readonly (string | null)[],
  known: WordTopics,
): AskedTogether[] {
  const left = words.map((word) => (word === null ? null : stem(word)))
  const asked: AskedTogether[] = []
  for (;;) {
    const best = bestOf(left, free, known)
    if (!best) return asked
    asked.push(best)
    for (const at of best.at) left[at] = null
  }
}

function bestOf(
  stems: readonly (string | null)[],
  free: readonly (string | null)[],
  known: WordTopics,
): AskedTogether | undefined {
  const places = new Map<Topic, Map<string, Said & { at: number }>>()
  for (const [at, one] of stems.entries())
    for (const [topic, said] of (one !== null && known.get(one)) || []) {
      const of = places.get(topic) ?? new Map<string, Said & { at: number }>()
      places.set(topic, of.has(one!) ? of : of.set(one!, { at, ...said }))
    }
  const scored = [...places].flatMap(([topic, of]) => {
    const found = [...of.values()]
    const thing = found.find(({ part }) => part === 'thing')
    if (!thing || found.length < 2 || found.every(({ at }) => free[at] === null)) return []
    const score = found.reduce((sum, { tells }) => sum + tells, 0)
    return [{ topic, score, thing: thing.at, at: found.map(({ at }) => at) }]
  })
  const top = Math.max(0, ...scored.map(({ score }) => score))
  const best = scored.filter(({ score }) => score >= nearlyAsLikely * top)
  if (best.length === 0 || best.length > mostTopics) return undefined
  return {
    topics: best.map(({ topic }) => topic),
    at: [...new Set(best.flatMap(({ at }) => at))].sort((a, b) => a - b),
    thing: best[0]!.thing,
  }
}
