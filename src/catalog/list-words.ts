import { facetGroups, facetWord } from '#present/lists/facet-choice.ts'
import type { ListOf } from '#present/lists/list-pages.ts'
import type { Lists } from './questions.ts'

/**
 * The texts of a list page: `title` is the heading, `name` the breadcrumb, `text` the introduction,
 * `advice` how to choose among the products. Undefined for a value that does not exist in the
 * directory.
 */
export function listWords({ tools, total, topics, landingPages }: Lists, of: ListOf) {
  if (!of)
    return {
      title: 'Agent products and their stacks',
      name: 'Products',
      text: `All ${total} reviewed products, the most relevant first: filter them by topic, use case, type, audience, licence and tools.`,
    }
  const { group, value } = of
  if (group === 'tool' || group === 'topic') {
    const found = { tool: tools, topic: topics }[group].find(({ slug }) => slug === value)
    if (!found) return undefined
    const { name, description } = found
    const title = group === 'tool' ? `Built with ${name}` : `${name}: products and tools`
    return { title, name, text: description ?? name }
  }
  const facet = `${group}/${facetGroups[group].written(value)}`
  const words = landingPages.find((page) => page.facet === facet)
  if (!words) return undefined
  const { title } = words
  const [text = '', ...advice] = words.text.split(/(?<=[.?]) /)
  return { title, name: facetWord(group, value) ?? title, text, advice: advice.join(' ') }
}
