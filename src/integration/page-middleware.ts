import type { MiddlewareHandler } from 'astro'
import { guardPage } from 'virtual:page-guard'
import { countedHandlerAt } from './routes.ts'

/**
 * Counts the request of a page, and answers for one that fails, as every other handler does. Astro itself would print what was thrown
 * as it is, without the id of the request and with whatever address stands in it, and answer with
 * nothing.
 */
export const onRequest: MiddlewareHandler = ({ request, routePattern }, next) =>
  guardPage(countedHandlerAt(routePattern), request, async () => {
    const response = await next()
    // A part of a page may fail when the first parts are written: as a whole it can still be a 500.
    return response.body === null ? response : new Response(await response.arrayBuffer(), response)
  })
