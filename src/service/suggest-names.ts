import { limits } from '#contract/limits.ts'
import { cleanText } from '#contract/text.ts'
import { nearNames } from '#search/search.ts'
import type { Service } from './service.ts'

const mostSuggestions = 8

/** Names of products and tools that begin with a text, or nearly are it. */
export async function suggestNames(
  typed: string,
  { catalog }: Pick<Service, 'catalog'>,
): Promise<string[]> {
  const text = cleanText(typed.slice(0, limits.search_query))
  if (text === '') return []
  const { index, product, toolsBySlug } = await catalog.current()
  const names = nearNames(index, text, { limit: mostSuggestions }).map(({ kind, slug }) =>
    kind === 'tool' ? toolsBySlug.get(slug)!.name : product(slug)!.field('name'),
  )
  return [...new Set(names)]
}
