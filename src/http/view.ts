import { isPersonLooking } from '#core/visitor.ts'
import type { viewCounter } from '#service/count-view.ts'
import { clientAddress } from './client-address.ts'
import { type Guarding, reading } from './guarded.ts'

/**
 * GET /view/<slug>.gif: an image on the page of a listing that counts views without a script. The
 * answer is the same for every slug, so that it does not reveal pending ones.
 */
export const view = (service: Guarding, count: ReturnType<typeof viewCounter>) =>
  reading(service, 'picture_reads', async (request, slug) => {
    const { headers, method } = request
    if (method === 'HEAD') return new Response(null, answer)
    if (isPersonLooking(headers)) await count({ slug, address: clientAddress(request) })
    return new Response(clearPixel, answer)
  })

// One transparent pixel, because a browser that gets no image shows the symbol of a broken one.
const clearPixel = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)

const answer = {
  headers: {
    'content-type': 'image/gif',
    // A cached image would not be requested by the next view, which would not be counted.
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  },
}
