import { closest, distance } from 'fastest-levenshtein'
import type { ProductStatus } from '#contract/enums.ts'
import { ApiError } from '#contract/errors.ts'
import { getProduct } from '#contract/operations/get-product.ts'
import {
  type ProductRecord,
  type ToolsById,
  pendingProduct,
  productDetail,
  reviewStatus,
} from '#core/present.ts'
import { findProductBySlug } from '#db/products.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { askDatabaseElse, catalog, edge, to, toolsOf } from '../src/composition.ts'

type Reviewed = ProductRecord & { status: ProductStatus; submitter_email: string | null }

/**
 * GET /products/{slug}: an approved listing for anyone, a pending one for its submitter, and for
 * all else the same 404.
 */
const answer: Handler<typeof getProduct> = async ({ params: { slug }, query: { email } }) => {
  // A slug that the columns cannot hold is no listing. A NUL would even be an error.
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) throw new ApiError('not_found', notFound(slug))
  // Decision, Degraded: what the snapshot can answer is answered from it; any other slug is the
  // same 503 for all.
  const { found, headers } = await askDatabaseElse<{
    product: Reviewed | undefined
    tools: ToolsById
  }>(
    async (db) => {
      const product = await findProductBySlug(db, slug)
      return {
        product,
        tools: product?.status === 'approved' ? await toolsOf(db, [product]) : catalog.toolsById,
      }
    },
    () => {
      const listed = catalog.findProduct(slug)
      return (
        listed && {
          product: { ...listed, status: 'approved' as const, submitter_email: null },
          tools: catalog.toolsById,
        }
      )
    },
  )
  const { product, tools } = found
  if (product?.status === 'approved') return { ...approved(product, tools, email), headers }
  // Decision, Submit: "E-mail addresses compare trimmed and in lower case."
  if (
    product?.status === 'pending' &&
    email !== undefined &&
    product.submitter_email === email.trim().toLowerCase()
  ) {
    return {
      status: 200,
      body: { product: pendingProduct(product), ...reviewStatus(product, 'pending', to) },
      cache: 'never',
    }
  }
  throw new ApiError('not_found', notFound(slug))
}

export const statusEndpoint = endpoint(getProduct, answer)
export const ALL = serve(statusEndpoint, edge)

// An answer to a request with an e-mail is private, whatever it says: its address is.
function approved(product: ProductRecord, tools: ToolsById, email: string | undefined) {
  const body = {
    product: productDetail(product, tools, to),
    ...reviewStatus(product, 'approved', to),
  }
  return {
    status: 200 as const,
    body,
    cache: email === undefined ? ('dynamic' as const) : ('never' as const),
  }
}

// Suggestions come from approved listings alone, so they say nothing of what is pending.
function notFound(slug: string): string {
  const shown = slug.slice(0, 60)
  const slugs = catalog.products.map((product) => product.slug)
  const nearest = slugs.length > 0 ? closest(shown, slugs) : undefined
  const isNear =
    nearest !== undefined && distance(nearest, shown) <= Math.max(1, Math.floor(shown.length / 3))
  return `No product is listed under this slug.${isNear ? ` Did you mean ${nearest}?` : ''} A pending submission is shown only with the e-mail that submitted it.`
}
