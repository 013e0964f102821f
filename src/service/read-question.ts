import type { CatalogTables, Published } from '#catalog/questions.ts'
import { searchKey } from '#core/search-key.ts'
import { stackResolver } from '#core/stack.ts'
import { type Topic, topicsIn } from '#core/topics.ts'
import { type WordGroup, wordGroups } from '#core/word-groups.ts'

/** What a question means, in groups of words: by topics, use cases, and what is listed. */
export function readQuestion(
  text: string,
  { topics, useCases }: Pick<CatalogTables, 'topics' | 'useCases'>,
  { product, tools }: Pick<Published, 'product' | 'tools'>,
): WordGroup[] {
  const topicsOfNamed = (key: string): Topic[] => {
    const tool = tools.find(({ slug, name }) =>
      [slug, name].some((said) => searchKey(said) === key),
    )
    const listing = product(key)
    const text = listing
      ? (JSON.parse(listing.listItem()) as { description: string }).description
      : tool?.description
    return text ? topicsIn(text, topics) : []
  }
  const isTool = (word: string) => stackResolver(tools)(word) !== undefined
  return wordGroups(text, { topics, useCases, topicsOfNamed, isTool })
}
