import type { Catalog, ListQuery, Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/list-products.ts'
import type { Input } from '#contract/operation.ts'
import { stackFilter } from '#core/stack.ts'
import { commaList } from '#present/lists/browse.ts'
import { unknownTools, unknownValue } from '#present/notes.ts'
import { handling, tagOf } from './answer.ts'

/** GET /products: a page of the products that match the filters, from the catalogue. */
export const listProducts = handling(
  contract.listProducts,
  async ({ query: asked }, { catalog }) => {
    const { topic } = asked
    const topics = catalog.topics.map(({ slug }) => slug)
    if (topic !== undefined && topic !== '' && !topics.includes(topic)) {
      const message = unknownValue('topic', topic, topics)
      throw new ApiError('invalid_request', message, { details: [{ path: 'topic', message }] })
    }
    const published = await catalog.current()
    const query = withSlugs(asked, published)
    return {
      status: 200,
      ...published.answer(JSON.stringify(query), () => pageOf(published, query, catalog)),
    }
  },
)

function pageOf(published: Pick<Published, 'list' | 'tools'>, query: Query, tables: Tables) {
  const { offset, limit, detail } = query
  const { total, listings } = published.list(query)
  const items = listings.map((listing) =>
    detail === 'brief' ? listing.brief() : listing.listItem(),
  )
  const note = noteOf(query, total, published, tables)
  const rest = JSON.stringify({ total, offset, limit, hasMore: offset + limit < total, note })
  return {
    json: Buffer.from(`{"products":[${items.join(',')}],${rest.slice(1)}`),
    tag: tagOf(detail, rest, ...listings.map(({ tag }) => tag)),
  }
}

// The lists of tools by their slugs: they may be sent by their names, too.
function withSlugs(query: Query, { tools }: Pick<Published, 'tools'>): Query {
  const slugOf = stackFilter(tools)
  const slugs = (sent: string | undefined) => sent && commaList(sent).map(slugOf).join()
  const { tools: all, any_tools, not_tools } = query
  return { ...query, tools: slugs(all), any_tools: slugs(any_tools), not_tools: slugs(not_tools) }
}

type Tables = Pick<Catalog, 'tasks' | 'categories'>

// Returns a note about filters without effect. Decisions, Bad values: an unknown task behaves as
// `all`, an unknown category or tool gives an empty list, and neither is an error.
function noteOf(
  { task, category, tool, tools: all, any_tools, not_tools }: Query,
  total: number,
  { tools }: Pick<Published, 'tools'>,
  tables: Tables,
): string | undefined {
  const tasks = ['all', ...tables.tasks.map(({ slug }) => slug)]
  const categories = tables.categories.map(({ slug }) => slug)
  const lists = [all, any_tools, not_tools].flatMap(commaList)
  const named = [tool ?? [], lists].flat().map((one) => one.replace(/@.*/, ''))
  const unknown = named.filter((name) => !tools.some(({ slug }) => slug === name))
  const notes = [
    ...(tasks.includes(task) ? [] : [`${unknownValue('task', task, tasks)} It narrows nothing.`]),
    ...(category === undefined || categories.includes(category)
      ? []
      : [unknownValue('category', category, categories)]),
    ...(unknown.length > 0 ? [unknownTools(unknown, tools)] : []),
  ]
  if (notes.length > 0) return notes.join(' ')
  return total === 0 ? 'No product matches all of these filters; leave one out.' : undefined
}

type Query = Input<typeof contract.listProducts>['query'] & ListQuery
