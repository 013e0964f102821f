import type { Listing, Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/get-product.ts'
import { type ToolsById, pendingProduct, productDetail, reviewStatus } from '#present/present.ts'
import type { Addresses } from '#core/addresses.ts'
import { onceFor } from '#core/once.ts'
import { findReviewed } from '#db/products.ts'
import { nearNames } from '#search/search.ts'
import { countStatus } from './admit.ts'
import { type Handler, handling, tagOf } from './answer.ts'
import { servedFrom } from './degraded.ts'
import type { Service } from './service.ts'
import { toolsOf } from './tools-of.ts'

/**
 * GET /products/{slug}: an approved listing for anyone, a pending one for its submitter, and for
 * all else the same 404.
 */
export const getProduct = handling(
  contract.getProduct,
  ({ params: { slug }, query: { email }, address }, service) =>
    productStatus({ slug, email }, service, () => countStatus({ address, slug }, service)),
)

/**
 * What GET /products/{slug} answers. `count` hears of a question that only the e-mail answers, before
 * anything is looked up; an owner with a token has been let in already.
 */
export async function productStatus(
  { slug, email }: { slug: string; email: string | undefined },
  service: Service,
  count: () => Promise<void> = async () => {},
): Promise<Awaited<ReturnType<Handler<typeof contract.getProduct>>>> {
  const { catalog, to } = service
  const published = await catalog.current()
  // A slug that the columns cannot hold is no listing. A NUL would even be an error.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) throw notFound(slug, published)
  // An answer to a request with an e-mail is private, whatever it says: its address is.
  const cache = email === undefined ? undefined : ('never' as const)
  const listed = published.product(slug)
  if (listed) return { status: 200, ...trusted(listed), cache, servedFrom: servedFrom(published) }
  if (email !== undefined) await count()
  // Decision, Degraded: with the database away any other slug is the same 503 for all.
  // Decision, Submit: "E-mail addresses compare trimmed and in lower case."
  const found = await findReviewed(service.db, slug, email?.trim().toLowerCase() ?? null)
  if (!found) throw notFound(slug, published)
  if (found.status === 'pending')
    return { status: 200, body: pending(found, to), cache: 'never' as const }
  // Approved since the catalogue asked last. From there, the counts of its tools count it too.
  const newest = (await catalog.current({ evenEarly: true })).product(slug)
  if (newest) return { status: 200, ...trusted(newest), cache }
  const tools = await toolsOf(service.db, published, [found])
  return { status: 200, body: approved(found, tools, to), cache }
}

type Reviewed = NonNullable<Awaited<ReturnType<typeof findReviewed>>>

// Made once for a listing of a moment: to join and encode it takes longer than to find it.
const trusted = onceFor((listing: Listing) => ({
  json: encoder.encode(`{"product":${listing.detail()},${listing.review()}}`),
  tag: tagOf('status', listing.tag),
}))
const encoder = new TextEncoder()

function approved(product: Reviewed, tools: ToolsById, to: Addresses) {
  return {
    product: productDetail(product, tools, to),
    ...reviewStatus(product, 'approved', to),
  }
}

function pending(product: Reviewed, to: Addresses) {
  return { product: pendingProduct(product), ...reviewStatus(product, 'pending', to) }
}

// Suggestions come from approved listings alone, so they say nothing of what is pending.
function notFound(slug: string, published: Published): ApiError {
  const [nearest] = nearNames(published.index, slug, { kind: 'product', limit: 1 })
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.slug}?`
  return new ApiError(
    'not_found',
    `No product is listed under this slug.${hint} A pending submission is shown only with the e-mail that submitted it.`,
  )
}
