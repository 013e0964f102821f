import { onceFor } from './once.ts'
import { searchKey } from './search-key.ts'

/** What a listing can be for, from content/topics.yaml. */
export interface Topic {
  slug: string
  name: string
  /** What people say when they look for it. */
  asks: string[]
  /** Single words for what it is about: one of them with another of these or of `acts` asks for it. */
  things: string[]
  /** Single words for what is done with it. */
  acts: string[]
  /** Products that are not listed and do the same, for "X alternative". */
  names: string[]
  /** What the name or the description of a listing says when it is for this. */
  marks: string[]
  /** Tool categories of which every tool belongs to it. */
  categories: string[]
  /** It says how a listing is and not what for: what has it in common is no alternative. */
  is_trait?: true | undefined
  /** What is asked for is a tool to build with more than a product. */
  of_tools?: true | undefined
}

// Folded once: every question asks for the same marks.
const foldedMarks = onceFor((marks: readonly string[]) => marks.map((mark) => searchKey(mark, ' ')))

/** The topics whose marks stand in a text, word by word. */
export function topicsIn<T extends Pick<Topic, 'marks'>>(text: string, topics: readonly T[]): T[] {
  const key = searchKey(text, ' ')
  const said = ` ${key} `
  const byWord = marksByWord(topics)
  const found = new Set(
    [...new Set(key.split(' '))]
      .flatMap((word) => byWord.get(word) ?? [])
      .flatMap(({ topic, mark }) => (said.includes(mark) ? [topic] : [])),
  )
  return topics.filter((topic) => found.has(topic))
}

// By their first words: a text has few of the hundreds of marks, and each listing of a build is read
// for all of them.
const marksByWord = onceFor((topics: readonly Pick<Topic, 'marks'>[]) =>
  Map.groupBy(
    topics.flatMap((topic) =>
      foldedMarks(topic.marks).map((mark) => ({
        topic,
        first: mark.split(' ')[0]!,
        mark: ` ${mark} `,
      })),
    ),
    ({ first }) => first,
  ),
)
