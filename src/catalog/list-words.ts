import { facetGroups, facetWord } from '#present/facet-choice.ts'
import type { ListOf } from '#present/list-pages.ts'
import type { CatalogTables, Published } from './questions.ts'

/** The heading, the breadcrumb and the subject of a list. */
export interface ListWords {
  title: string
  name: string
  text: string
}

/** The texts of a list; undefined for a value that the directory does not know. */
export function listWords(
  { tools, total }: Pick<Published, 'tools' | 'total'>,
  {
    categories,
    topics,
    landingPages,
  }: Pick<CatalogTables, 'categories' | 'topics' | 'landingPages'>,
  of: ListOf,
): ListWords | undefined {
  if (!of)
    return {
      title: 'Agent products and their stacks',
      name: 'Products',
      text: `All ${total} reviewed products, newest first: filter them by use case, task, kind, audience, proof, licence and tools.`,
    }
  const { group, value } = of
  if (group === 'tool') {
    const tool = tools.find(({ slug }) => slug === value)
    const text = tool?.description ?? tool?.name ?? ''
    return tool && { title: `Built with ${tool.name}`, name: tool.name, text }
  }
  if (group === 'category') {
    const category = categories.find(({ slug }) => slug === value)
    return (
      category && {
        title: `${category.name} used by agent products`,
        name: category.name,
        text: category.description,
      }
    )
  }
  if (group === 'topic') {
    const topic = topics.find(({ slug }) => slug === value)
    return (
      topic && {
        title: `${topic.name}: products and tools`,
        name: topic.name,
        text: topic.description,
      }
    )
  }
  const facet = `${group}/${facetGroups[group].written(value)}`
  const words = landingPages.find((page) => page.facet === facet)
  return words && { ...words, name: facetWord(group, value) ?? words.title }
}
