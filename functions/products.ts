import { listProducts } from '#contract/operations/list-products.ts'
import { browse } from '#core/browse.ts'
import { productBrief, productDetail } from '#core/present.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { catalog, edge, to } from '../src/composition.ts'

/** GET /products: from the snapshot, without a database. */
const answer: Handler<typeof listProducts> = ({ query }) => {
  const { offset, limit } = query
  const matching = browse(catalog.products, query, catalog.toolsById, catalog.tasks)
  const page = matching.slice(offset, offset + limit)
  const products =
    query.detail === 'brief'
      ? page.map((product) => productBrief(product, catalog.toolsById))
      : page.map((product) => productDetail(product, catalog.toolsById, to))
  return {
    status: 200,
    body: {
      products,
      total: matching.length,
      offset,
      limit,
      hasMore: offset + limit < matching.length,
    },
  }
}

export const productsEndpoint = endpoint(listProducts, answer)
export const ALL = serve(productsEndpoint, edge)
