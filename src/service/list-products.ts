import type { ListQuery } from '#catalog/published-state.ts'
import type { Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/list-products.ts'
import type { Input } from '#contract/operation.ts'
import { unknownTools, unknownValue } from '#present/notes.ts'
import { handling, tagOf } from './answer.ts'
import { filterToDrop, unknownIn, withSlugs } from './product-filters.ts'

/** GET /products: a page of the products that match the filters, from the catalogue. */
export const listProducts = handling(
  contract.listProducts,
  async ({ query: asked }, { catalog }) => {
    const published = await catalog.current()
    const query = withSlugs(asked, published)
    const topics = published.topics.map(({ slug }) => slug)
    if (query.topic && !topics.includes(query.topic)) {
      const message = `${unknownValue('topic', query.topic, topics)} GET /topics describes them.`
      throw new ApiError('invalid_request', message, { details: [{ path: 'topic', message }] })
    }
    return {
      status: 200,
      ...published.answer(JSON.stringify(query), () => pageOf(published, query)),
    }
  },
)

function pageOf(published: Published, query: Query) {
  const { offset, limit, detail } = query
  const { total, listings } = published.list(query)
  const items = listings.map((listing) =>
    detail === 'brief' ? listing.brief() : listing.listItem(),
  )
  const note = noteOf(query, total, published)
  const rest = JSON.stringify({ total, offset, limit, hasMore: offset + limit < total, note })
  return {
    json: Buffer.from(`{"products":[${items.join(',')}],${rest.slice(1)}`),
    tag: tagOf(detail, rest, ...listings.map(({ tag }) => tag)),
  }
}

// Returns a note about filters without effect. Decisions, Bad values: an unknown task behaves as
// `all`, an unknown category or tool gives an empty list, and neither is an error.
function noteOf(query: Query, total: number, published: Published): string | undefined {
  const { task, category } = query
  const tasks = ['all', ...published.tasks.map(({ slug }) => slug)]
  const categories = published.categories.map(({ slug }) => slug)
  const unknown = unknownIn(query, published)
  const notes = [
    !tasks.includes(task) && `${unknownValue('task', task, tasks)} It narrows nothing.`,
    category && !categories.includes(category) && unknownValue('category', category, categories),
    unknown.length > 0 && unknownTools(unknown, published.tools),
  ].filter(Boolean)
  if (notes.length > 0) return notes.join(' ')
  if (total > 0) return undefined
  return filterToDrop(query, (rest) => published.list({ ...rest, limit: 0 }).total)
}

type Query = Input<typeof contract.listProducts>['query'] & ListQuery
