import type { Published } from '#catalog/questions.ts'
import { nameResolver, stackFilter } from '#core/stack.ts'
import { type FilterName, commaList, filtersSet } from '#present/lists/browse.ts'
import { nothingPasses } from '#present/notes.ts'

/** The filters that name tools. */
const toolFilters = ['tool', 'tools', 'any_tools', 'not_tools', 'works_with'] as const

type Filters = { [K in FilterName]?: string | undefined }

/** A query with slugs where its filters have names. A name that means nothing stays as it is. */
export function withSlugs<Q extends Filters>(
  query: Q,
  { tools, categories, topics }: Pick<Published, 'tools' | 'categories' | 'topics'>,
): Q {
  const { category = '', topic = '' } = query
  const slugOf = stackFilter(tools)
  const slugs = toolFilters.map((name) => [name, commaList(query[name]).map(slugOf).join()])
  return {
    ...query,
    category: nameResolver(categories)(category)?.slug ?? category,
    topic: nameResolver(topics)(topic)?.slug ?? topic,
    ...Object.fromEntries(slugs),
  }
}

/** What the filters of a query name that is no tool. */
export function unknownIn(
  query: Filters,
  { toolsBySlug }: Pick<Published, 'toolsBySlug'>,
): string[] {
  const named = toolFilters.flatMap((name) => commaList(query[name]))
  return named.map((one) => one.replace(/@.*/, '')).filter((slug) => !toolsBySlug.has(slug))
}

/** The note on filters that nothing passes: which one to drop, and how many `left` counts without it. */
export function filterToDrop<Q extends Filters>(query: Q, left: (query: Q) => number): string {
  const set = filtersSet(query)
  return nothingPasses(
    set.map(({ name, value }) => ({ name, value, left: left({ ...query, [name]: undefined }) })),
  )
}
