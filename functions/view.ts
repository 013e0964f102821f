import { isPersonLooking } from '#core/visitor.ts'
import { clientAddress } from '#http/client-address.ts'
import { readOnly } from '#http/read-only.ts'
import { guarded } from '#http/serve.ts'
import { countView, service } from '../src/composition.ts'

/**
 * /view/<slug>.gif: what the page of a listing shows, so that its view is counted without a script.
 * The answer is the same whatever the slug, so that it tells nothing of what is pending.
 */
export function ALL({ request, params }: { request: Request; params: { slug?: string } }) {
  return guarded(service.log, request, () => view(request, params.slug ?? ''))
}

async function view(request: Request, slug: string): Promise<Response> {
  const refused = readOnly(request)
  if (refused) return refused
  const { headers, method } = request
  if (method === 'HEAD') return new Response(null, answer)
  if (isPersonLooking(headers)) {
    const userAgent = headers.get('user-agent') ?? ''
    await countView({ slug, address: clientAddress(request), userAgent })
  }
  return new Response(clearPixel, answer)
}

// One transparent pixel: a browser that gets no image draws a broken one.
const clearPixel = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)

const answer = {
  headers: {
    'content-type': 'image/gif',
    // Kept anywhere, the next visitor's view would not arrive.
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  },
}
