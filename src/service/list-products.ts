import type { ListQuery, Published } from '#catalog/questions.ts'
import * as contract from '#contract/operations/list-products.ts'
import type { Input } from '#contract/operation.ts'
import { handling, tagOf } from './answer.ts'

/** GET /products: from the catalogue, without a database. Its items are trusted bytes. */
export const listProducts = handling(contract.listProducts, async ({ query }, { catalog }) => {
  const published = await catalog.current()
  return {
    status: 200,
    ...published.answer(JSON.stringify(query), () => pageOf(published, query)),
    servedFrom: published.isStale ? 'snapshot' : undefined,
  }
})

function pageOf(published: Pick<Published, 'list'>, query: Query) {
  const { offset, limit, detail } = query
  const { total, listings } = published.list(query)
  const items = listings.map((listing) =>
    detail === 'brief' ? listing.brief() : listing.listItem(),
  )
  const rest = JSON.stringify({ total, offset, limit, hasMore: offset + limit < total })
  return {
    json: Buffer.from(`{"products":[${items.join(',')}],${rest.slice(1)}`),
    tag: tagOf(detail, rest, ...listings.map(({ tag }) => tag)),
  }
}

type Query = Input<typeof contract.listProducts>['query'] & ListQuery
