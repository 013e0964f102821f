import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** What listings and tools can be for, from content/topics.yaml. */
export interface Topic {
  slug: string
  name: string
  /** What products of the topic do, in a sentence. */
  description: string
  /** What people say who look for it. */
  phrases: string[]
  /** Products that are not listed and do the same, for "X alternative". */
  rivals: string[]
}

/** Finds topics by slug or name, ignoring case and punctuation. */
export const topicFinder = onceFor((topics: readonly Topic[]) => {
  const byKey = new Map(
    topics.flatMap((topic) => [topic.name, topic.slug].map((text) => [searchKey(text), topic])),
  )
  return (text: string): Topic | undefined => byKey.get(searchKey(text))
})
