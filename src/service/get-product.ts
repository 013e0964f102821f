import type { Listing, Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/get-product.ts'
import { pendingProduct, productDetail, reviewStatus } from '#present/present.ts'
import { onceFor } from '#core/once.ts'
import { findReviewed } from '#db/products.ts'
import { nearNames } from '#search/search.ts'
import { countStatus } from './admit.ts'
import { type Handler, handling, tagOf } from './answer.ts'
import type { Service } from './service.ts'
import { toolsOf } from './tools-of.ts'

/**
 * GET /products/{slug}: an approved listing for everybody, a pending one for its submitter,
 * otherwise a 404.
 */
export const getProduct = handling(
  contract.getProduct,
  ({ params: { slug }, query: { email }, address }, service) =>
    productStatus({ slug, email }, service, () => countStatus({ address, slug }, service)),
)

/**
 * The answer to GET /products/{slug}. `count` counts the request before the database is read with
 * the e-mail address.
 */
export async function productStatus(
  { slug, email }: { slug: string; email: string | undefined },
  service: Service,
  count: () => Promise<void> = async () => {},
): Promise<Awaited<ReturnType<Handler<typeof contract.getProduct>>>> {
  const { catalog, to } = service
  const published = await catalog.current()
  // The database stores no other slugs. In a query, a NUL character would be an error.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) throw notFound(slug, published)
  // The URL of a request with an e-mail address is private, so its answer is private too.
  const cache = email === undefined ? undefined : ('never' as const)
  const listed = published.product(slug)
  // Decision 33, Degraded: the answer says that it comes from a catalogue without recent changes.
  const servedFrom = published.isStale ? ('snapshot' as const) : undefined
  if (listed) return { status: 200, ...trusted(listed), cache, servedFrom }
  if (email !== undefined) await count()
  // Decision 33, Submit: "E-mail addresses compare trimmed and in lower case."
  const found = await findReviewed(service.db, slug, email?.trim().toLowerCase() ?? null)
  if (!found) throw notFound(slug, published)
  if (found.status === 'pending') {
    const product = pendingProduct(found)
    const body = { product, ...reviewStatus(found, 'pending', to) }
    return { status: 200, body, cache: 'never' as const }
  }
  // The product was approved after the last update of the catalogue. An update now also counts the
  // product for its tools.
  const newest = (await catalog.current({ evenEarly: true })).product(slug)
  if (newest) return { status: 200, ...trusted(newest), cache }
  const tools = await toolsOf(service.db, published, [found])
  const product = productDetail(found, tools, to)
  return { status: 200, body: { product, ...reviewStatus(found, 'approved', to) }, cache }
}

// The answer for a listing. It is encoded once for each version of the listing, because that takes
// longer than to find the listing.
const trusted = onceFor((listing: Listing) => ({
  json: encoder.encode(`{"product":${listing.detail()},${listing.review()}}`),
  tag: tagOf('status', listing.tag),
}))
const encoder = new TextEncoder()

// The suggestion is always an approved listing, so it reveals no pending one.
function notFound(slug: string, published: Published): ApiError {
  const [nearest] = nearNames(published.index, slug, { kind: 'product', limit: 1 })
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.slug}?`
  return new ApiError(
    'not_found',
    `No product is listed under this slug.${hint} A pending submission is shown only with the e-mail that submitted it.`,
  )
}
