import { closest, distance } from 'fastest-levenshtein'
import { ApiError } from '#contract/errors.ts'
import { getProduct } from '#contract/operations/get-product.ts'
import { type ProductRecord, type ToolsById, namedToolIds, pendingProduct, productDetail, reviewStatus } from '#core/present.ts'
import { isDatabaseAway } from '#db/failure.ts'
import { findProductBySlug } from '#db/products.ts'
import { listToolsById } from '#db/tools.ts'
import { type Handler, serve } from '#http/serve.ts'
import { catalog, database, edge, to } from '../src/composition.ts'

/** GET /products/{slug}: an approved listing for anyone, a pending one for its submitter, and for all else the same 404. */
const answer: Handler<typeof getProduct> = async ({ params: { slug }, query: { email } }) => {
  const product = await find(slug)
  if (product === 'from_snapshot') {
    const listed = catalog.findProduct(slug)!
    return { ...approved(listed, catalog.toolsById, email), headers: { 'x-served-from': 'snapshot' } }
  }
  if (product?.status === 'approved') {
    const tools = await listToolsById(database(), namedToolIds([product]))
    return approved(product, new Map(tools.map((tool) => [tool.id, tool])), email)
  }
  // Decision, Submit: "E-mail addresses compare trimmed and in lower case."
  if (product?.status === 'pending' && email !== undefined && product.submitter_email === email.trim().toLowerCase()) {
    return { status: 200, body: { product: pendingProduct(product), ...reviewStatus(product, 'pending', to) }, cache: 'never' }
  }
  throw new ApiError('not_found', notFound(slug))
}

export const ALL = serve(getProduct, edge, answer)

// Decision, Degraded: what the snapshot can answer is answered from it when the database is away; any other slug is the same 503 for all.
async function find(slug: string) {
  try {
    // A slug that the columns cannot hold is no listing. A NUL would even be an error.
    if (!/^[a-z0-9-]{1,60}$/.test(slug)) return undefined
    return await findProductBySlug(database(), slug)
  } catch (error) {
    if (!isDatabaseAway(error) || !catalog.findProduct(slug)) throw error
    edge.log('the database is away; answered from the snapshot', error)
    return 'from_snapshot' as const
  }
}

// An answer to a request with an e-mail is private, whatever it says: its address is.
function approved(product: ProductRecord, tools: ToolsById, email: string | undefined) {
  const body = { product: productDetail(product, tools, to), ...reviewStatus(product, 'approved', to) }
  return { status: 200 as const, body, cache: email === undefined ? ('dynamic' as const) : ('never' as const) }
}

// Suggestions come from approved listings alone, so they say nothing of what is pending.
function notFound(slug: string): string {
  const shown = slug.slice(0, 60)
  const slugs = catalog.products.map((product) => product.slug)
  const nearest = slugs.length > 0 ? closest(shown, slugs) : undefined
  const isNear = nearest !== undefined && distance(nearest, shown) <= Math.max(1, Math.floor(shown.length / 3))
  return `No product is listed under this slug.${isNear ? ` Did you mean ${nearest}?` : ''} A pending submission is shown only with the e-mail that submitted it.`
}
