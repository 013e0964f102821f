import { ApiError } from '#contract/errors.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { tagOf } from '#service/answer.ts'
import type { Service } from '#service/service.ts'
import { readOnly, taggedAnswer } from './answer.ts'
import { type Guarding, guarded } from './guarded.ts'

/** A badge: its bytes, media type, and Content-Security-Policy. */
export interface DrawnBadge {
  body: string
  type: 'image/svg+xml' | 'application/json'
  policy: string
}

/** GET of a badge, for approved listings only: any other slug is answered as an unknown one. */
export function badge(
  service: Guarding & Pick<Service, 'catalog'>,
  draw: (address: URL, product: ProductDetail) => DrawnBadge,
): (context: { request: Request; params: { slug?: string } }) => Promise<Response> {
  return ({ request, params: { slug = '' } }) =>
    guarded(service, 'badge', request, async () => {
      const refused = readOnly(request)
      if (refused) return refused
      const listing = (await service.catalog.current()).product(slug)
      if (!listing) throw new ApiError('not_found', 'No product is listed under this slug.')
      // `as`: the catalogue stores the detail of a listing in this form.
      const product = JSON.parse(listing.detail()) as ProductDetail
      const { body, type, policy } = draw(new URL(request.url), product)
      const headers = {
        'content-type': type,
        // The platform's edge caches an answer only if it has s-maxage.
        'cache-control': 'public, max-age=300, s-maxage=300',
        'content-security-policy': policy,
        // Cross-origin isolated sites can only embed images with this header.
        'cross-origin-resource-policy': 'cross-origin',
      }
      return taggedAnswer(request, { status: 200, tag: tagOf(body), body }, headers)
    })
}
