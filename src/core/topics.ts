import { searchKey } from './search-key.ts'

/** What a listing can be for, from content/topics.yaml. */
export interface Topic {
  slug: string
  name: string
  /** What people say when they look for it. */
  asks: string[]
  /** Products that are not listed and do the same, for "X alternative". */
  names: string[]
  /** What the name or the description of a listing says when it is for this. */
  marks: string[]
  /** Tool categories of which every tool belongs to it. */
  categories: string[]
}

/** The word under which the document of a tool holds its category: no text has it by chance. */
export function categoryWord(category: string): string {
  return `toolcategory${searchKey(category)}`
}

/** Everything that puts a listing or a tool under a topic, folded: phrases of words. */
export function marksOf({ marks, categories }: Pick<Topic, 'marks' | 'categories'>): string[][] {
  return [
    ...marks.map((mark) => searchKey(mark, ' ').split(' ')),
    ...categories.map((category) => [categoryWord(category)]),
  ]
}

/** The topics whose marks stand in a text, word by word. */
export function topicsIn<T extends Pick<Topic, 'marks'>>(text: string, topics: readonly T[]): T[] {
  const said = ` ${searchKey(text, ' ')} `
  return topics.filter(({ marks }) =>
    marks.some((mark) => said.includes(` ${searchKey(mark, ' ')} `)),
  )
}
