import { isPersonLooking } from '#core/visitor.ts'
import type { viewCounter } from '#service/count-view.ts'
import { clientAddress } from './client-address.ts'
import { type Guarding, guarded } from './guarded.ts'
import { readOnly } from './read-only.ts'

/**
 * /view/<slug>.gif: what the page of a listing shows, so that its view is counted without a script.
 * The answer is the same whatever the slug, so that it tells nothing of what is pending.
 */
export function view(
  service: Guarding,
  count: ReturnType<typeof viewCounter>,
): (context: { request: Request; params: { slug?: string } }) => Promise<Response> {
  return ({ request, params: { slug = '' } }) =>
    guarded(service, 'view', request, async () => {
      const refused = readOnly(request)
      if (refused) return refused
      const { headers, method } = request
      if (method === 'HEAD') return new Response(null, answer)
      if (isPersonLooking(headers)) await count({ slug, address: clientAddress(request) })
      return new Response(clearPixel, answer)
    })
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
