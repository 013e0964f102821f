import { ApiError } from '#contract/errors.ts'
import { badgeImage, badgeLook, badgePolicy } from '#exports/badge-image.ts'
import { taggedAnswer } from '#http/answer.ts'
import { readOnly } from '#http/read-only.ts'
import { guarded } from '#http/serve.ts'
import { tagOf } from '#service/answer.ts'
import { service } from '../src/composition.ts'

// Without s-maxage the platform's edge keeps nothing; it keeps each query by itself.
const kept = 'public, max-age=300, s-maxage=300'

/** /badge/<slug>.svg: for approved listings alone, so that nobody shows it who is not listed. */
export function ALL({ request, params }: { request: Request; params: { slug?: string } }) {
  return guarded(service.log, request, () => badge(request, params.slug ?? ''))
}

async function badge(request: Request, slug: string): Promise<Response> {
  const refused = readOnly(request)
  if (refused) return refused
  const isListed = (await service.catalog.current()).product(slug) !== undefined
  if (!isListed) throw new ApiError('not_found', 'No product is listed under this slug.')
  const image = badgeImage(badgeLook(new URL(request.url).searchParams))
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': kept,
    'content-security-policy': badgePolicy,
    // Sites that isolate themselves show foreign pictures only with this.
    'cross-origin-resource-policy': 'cross-origin',
  }
  return taggedAnswer(request, { status: 200, tag: tagOf(image), body: image }, headers)
}
