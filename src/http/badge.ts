import { ApiError } from '#contract/errors.ts'
import { tagOf } from '#service/answer.ts'
import type { Service } from '#service/service.ts'
import { taggedAnswer } from './answer.ts'
import { type Guarding, reading } from './guarded.ts'

/** GET of the badge, for approved listings only: any other slug is answered as an unknown one. */
export function badge(
  service: Guarding & Pick<Service, 'catalog'>,
  draw: (query: URLSearchParams) => string,
  policy: string,
) {
  return reading(service, 'picture_reads', async (request, slug) => {
    const isListed = (await service.catalog.current()).product(slug) !== undefined
    if (!isListed) throw new ApiError('not_found', 'No product is listed under this slug.')
    const body = draw(new URL(request.url).searchParams)
    const headers = {
      'content-type': 'image/svg+xml',
      // The platform's edge caches an answer only if it has s-maxage.
      'cache-control': 'public, max-age=300, s-maxage=300',
      'content-security-policy': policy,
      // Cross-origin isolated sites can only embed images with this header.
      'cross-origin-resource-policy': 'cross-origin',
    }
    return taggedAnswer(request, { status: 200, tag: tagOf(body), body }, headers)
  })
}
