import * as contract from '#contract/operations/get-product.ts'
import { pendingProduct, productDetail, reviewStatus } from '#present/present.ts'
import { findReviewed } from '#db/queries/products.ts'
import { findByEmail } from './admit.ts'
import { type Handler, handling } from './answer.ts'
import { noSuchProduct, publishedAnswer } from './published-product.ts'
import type { Service } from './service.ts'
import { toolsOf } from './tools-of.ts'

/** GET /products/{slug}: an approved listing for all, a pending one for its submitter, or a 404. */
export const getProduct = handling(
  contract.getProduct,
  ({ params: { slug }, query: { email }, address }, service) =>
    productStatus({ slug, email }, service, (find) =>
      findByEmail({ address, slug }, service, find),
    ),
)

/**
 * The answer to GET /products/{slug}. `counted` runs a read of the database with an e-mail address,
 * and counts wrong ones.
 */
export async function productStatus(
  { slug, email }: { slug: string; email: string | undefined },
  service: Service,
  counted: <T>(find: () => Promise<T | undefined>) => Promise<T | undefined> = (find) => find(),
): Promise<Awaited<ReturnType<Handler<typeof contract.getProduct>>>> {
  const { catalog, urls } = service
  const published = await catalog.current()
  // The database stores no other slugs. In a query, a NUL character would be an error.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) throw noSuchProduct(slug, published)
  // The URL of a request with an e-mail address is private, so its answer is private too.
  const cache = email === undefined ? undefined : ('never' as const)
  const listed = published.product(slug)
  // Decisions, Degraded: the answer says that it comes from a catalogue without recent changes.
  const servedFrom = published.isStale ? ('snapshot' as const) : undefined
  if (listed) return { status: 200, ...publishedAnswer(listed), cache, servedFrom }
  // Decisions, Submit: "E-mail addresses compare trimmed and in lower case."
  const find = () => findReviewed(service.db, slug, email?.trim().toLowerCase() ?? null)
  const found = await (email === undefined ? find() : counted(find))
  if (!found) throw noSuchProduct(slug, published)
  if (found.status === 'pending') {
    const product = pendingProduct(found)
    const body = { product, ...reviewStatus(found, 'pending', urls) }
    return { status: 200, body, cache: 'never' as const }
  }
  // The product was approved after the last update of the catalogue. An update now also counts the
  // product for its tools.
  const newest = (await catalog.current({ evenEarly: true })).product(slug)
  if (newest) return { status: 200, ...publishedAnswer(newest), cache }
  const tools = await toolsOf(service.db, published, [found])
  const product = productDetail(found, tools, urls)
  return { status: 200, body: { product, ...reviewStatus(found, 'approved', urls) }, cache }
}
