import type { MiddlewareHandler } from 'astro'
import { guardPage } from 'virtual:handlers'
import { pageBucketAt } from './routes.ts'

/**
 * Counts the request of a page for rate limits, and answers if the page fails, as other handlers
 * do. Astro itself would log the error without the id of the request and with e-mail addresses in
 * it, and send an empty answer.
 */
export const onRequest: MiddlewareHandler = ({ request, routePattern }, next) =>
  guardPage(pageBucketAt(routePattern), request, async () => {
    const response = await next()
    // The page is not streamed: if a later part of it fails, the answer can still be a 500.
    return response.body === null ? response : new Response(await response.arrayBuffer(), response)
  })
