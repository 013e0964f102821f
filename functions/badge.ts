import { badgeImage } from '#exports/badge-image.ts'
import { readOnly } from '#http/read-only.ts'
import { guarded } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** /badge/<slug>.svg: for approved listings alone, so that nobody shows it who is not listed. */
export function ALL({ request, params }: { request: Request; params: { slug?: string } }) {
  return guarded(service.log, request, () => badge(request, params.slug ?? ''))
}

async function badge(request: Request, slug: string): Promise<Response> {
  const refused = readOnly(request)
  if (refused) return refused
  const isListed = (await service.catalog.current()).product(slug) !== undefined
  if (!isListed)
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=300' }
  return new Response(request.method === 'HEAD' ? null : badgeImage, { headers })
}
