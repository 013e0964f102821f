import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** A topic of listings and tools, from content/topics.yaml. */
export interface Topic {
  slug: string
  name: string
  /** A sentence about the products of the topic. */
  description: string
  /** Phrases with which people search for this topic. */
  phrases: string[]
  /** Names of products of the topic that the directory does not list, for "X alternative". */
  rivals: string[]
}

/** Finds topics by slug or name, ignoring case and punctuation. */
export const topicFinder = onceFor((topics: readonly Topic[]) => {
  const byKey = new Map(
    topics.flatMap((topic) => [topic.name, topic.slug].map((text) => [searchKey(text), topic])),
  )
  return (text: string): Topic | undefined => byKey.get(searchKey(text))
})
