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
