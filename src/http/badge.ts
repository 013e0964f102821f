import { ApiError } from '#contract/errors.ts'
import { tagOf } from '#service/answer.ts'
import type { Service } from '#service/service.ts'
import { taggedAnswer } from './answer.ts'
import { type Guarding, guarded } from './guarded.ts'
import { readOnly } from './read-only.ts'

// Without s-maxage the platform's edge keeps nothing; it keeps each query by itself.
const kept = 'public, max-age=300, s-maxage=300'

/**
 * /badge/<slug>.svg: for approved listings alone, so that nobody shows it who is not listed. `draw`
 * makes the picture that a query asks for, and `policy` is its Content-Security-Policy.
 */
export function badge(
  service: Guarding & Pick<Service, 'catalog'>,
  draw: (search: URLSearchParams) => string,
  policy: string,
): (context: { request: Request; params: { slug?: string } }) => Promise<Response> {
  return ({ request, params: { slug = '' } }) =>
    guarded(service, 'badge', request, async () => {
      const refused = readOnly(request)
      if (refused) return refused
      const isListed = (await service.catalog.current()).product(slug) !== undefined
      if (!isListed) throw new ApiError('not_found', 'No product is listed under this slug.')
      const image = draw(new URL(request.url).searchParams)
      const headers = {
        'content-type': 'image/svg+xml',
        'cache-control': kept,
        'content-security-policy': policy,
        // Sites that isolate themselves show foreign pictures only with this.
        'cross-origin-resource-policy': 'cross-origin',
      }
      return taggedAnswer(request, { status: 200, tag: tagOf(image), body: image }, headers)
    })
}
