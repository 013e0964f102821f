import type { Listing, Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import { onceFor } from '#core/once.ts'
import { nearNames } from '#search/search.ts'
import { tagOf } from './answer.ts'

/**
 * The body of GET /products/{slug} for an approved listing. It is encoded once for each version of
 * the listing, because that takes longer than to find the listing.
 */
export const publishedAnswer = onceFor((listing: Listing) => ({
  json: encoder.encode(`{"product":${listing.detail()},${listing.review()}}`),
  tag: tagOf('status', listing.tag),
}))
const encoder = new TextEncoder()

/** The 404 of GET /products/{slug}. It suggests approved listings alone: none is revealed. */
export function noSuchProduct(slug: string, { index }: Pick<Published, 'index'>): ApiError {
  const [nearest] = nearNames(index, slug, { kind: 'product', limit: 1 })
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.slug}?`
  return new ApiError(
    'not_found',
    `No product is listed under this slug.${hint} A pending submission is shown only with the e-mail that submitted it.`,
  )
}
