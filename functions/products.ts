import { listProducts } from '#contract/operations/list-products.ts'
import { browse } from '#core/browse.ts'
import { productDetail } from '#core/present.ts'
import { type Handler, serve } from '#http/serve.ts'
import { catalog, edge, to } from '../src/composition.ts'

/** GET /products: from the snapshot, without a database. */
const answer: Handler<typeof listProducts> = ({ query }) => {
  const { offset, limit } = query
  const matching = browse(catalog.products, query, catalog.toolsById, catalog.tasks)
  const products = matching.slice(offset, offset + limit).map((product) => productDetail(product, catalog.toolsById, to))
  return { status: 200, body: { products, total: matching.length, offset, limit, hasMore: offset + limit < matching.length } }
}

export const ALL = serve(listProducts, edge, answer)
