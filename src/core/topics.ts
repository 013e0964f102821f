import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** A topic of listings and tools, from content/topics.yaml. */
export interface Topic {
  slug: string
  name: string
  /** A sentence about its products. */
  description: string
  /** Search phrases for it. */
  phrases: string[]
  /** Unlisted products of the topic, for "X alternative". */
  rivals: string[]
}

/** Finds topics by slug or name, ignoring case and punctuation. */
export const topicFinder = onceFor((topics: readonly Topic[]) => {
  const byKey = new Map(
    topics.flatMap((topic) => [topic.name, topic.slug].map((text) => [searchKey(text), topic])),
  )
  return (text: string): Topic | undefined => byKey.get(searchKey(text))
})
