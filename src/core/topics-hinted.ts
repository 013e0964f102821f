import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'
import { stem } from './stem.ts'
import type { Topic } from './topics.ts'

/** Words of a question hint at so many topics: the likeliest. */
const mostHinted = 3

/** What stands in the phrases of more topics than one in so many hints at none. */
const rarest = 4

/** A thing says more of what is asked for than what else is said of it. */
const worth = { thing: 1.5, other: 1 } as const

/** So many words that nearly no other topic has say for sure what is asked for, without a phrase for it. */
const sure = {
  words: 3,
  weight: 9,
} as const

/** The topics that a word hints at. It hints strongly when it is a thing of one, or when one of them is sure. */
export interface Hint {
  topics: Topic[]
  isStrong: boolean
}

/**
 * Topics that a question does not ask for in so many words: each word of what people say for a topic
 * hints at it, "minutes" and "record" at meetings. The likeliest ones are named for each word.
 */
export function topicsHinted(
  words: readonly string[],
  topics: readonly Topic[],
): { hintOf: (word: string) => Hint | undefined; isSure: boolean } {
  const known = vocabulary(topics)
  const scores = new Map<Topic, { likely: number; words: number; weight: number }>()
  for (const word of new Set(words.map(stem)))
    for (const [topic, part] of known.get(word) ?? []) {
      const rarity = Math.log(1 + topics.length / known.get(word)!.size)
      const score = scores.get(topic) ?? { likely: 0, words: 0, weight: 0 }
      score.likely += worth[part] * rarity
      score.words++
      score.weight += rarity
      scores.set(topic, score)
    }
  const likeliest = [...scores].sort(([, a], [, b]) => b.likely - a.likely).slice(0, mostHinted)
  const isLikely = new Set(likeliest.map(([topic]) => topic))
  const isSure = new Set(
    likeliest
      .filter(([, score]) => score.words >= sure.words && score.weight >= sure.weight)
      .map(([topic]) => topic),
  )
  const hintOf = (word: string): Hint | undefined => {
    const parts = [...(known.get(stem(word)) ?? [])].filter(([topic]) => isLikely.has(topic))
    const isStrong = parts.some(([topic, part]) => part === 'thing' || isSure.has(topic))
    return parts.length === 0 ? undefined : { topics: parts.map(([topic]) => topic), isStrong }
  }
  return { hintOf, isSure: isSure.size > 0 }
}

/** By stem, in what people say for which topics a word stands, and whether as a thing of it. */
const vocabulary = onceFor((topics: readonly Topic[]) => {
  const known = new Map<string, Map<Topic, keyof typeof worth>>()
  const add = (topic: Topic, phrases: readonly string[], part: keyof typeof worth) => {
    for (const word of phrases.flatMap((phrase) => searchKey(phrase, ' ').split(' '))) {
      const of = known.get(stem(word)) ?? new Map<Topic, keyof typeof worth>()
      known.set(stem(word), of.set(topic, of.get(topic) ?? part))
    }
  }
  for (const topic of topics) {
    add(topic, topic.things, 'thing')
    add(topic, [...topic.acts, ...topic.asks], 'other')
  }
  const most = Math.max(mostHinted, topics.length / rarest)
  return new Map([...known].filter(([, of]) => of.size <= most))
})
