import type { MiddlewareHandler } from 'astro'
import { handlerAt } from './handler-at.ts'
import { functionRoutes } from './routes.ts'

/**
 * In `npm run dev`, a function answers as in a build: with its line in the log and `X-Request-Id`. An
 * unexpected error of a page goes to Astro, which shows it with the line of the source.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { isPrerendered, request, routePattern, url } = context
  if (isPrerendered) {
    const response = await next()
    // A static file has its type from its name.
    if (url.pathname.endsWith('.md'))
      response.headers.set('content-type', 'text/markdown; charset=utf-8')
    return response
  }
  // What functions are made of is loaded when the first of them is asked for.
  const { handlers, observe } = await import('virtual:handlers')
  // Astro passes over a handler that cannot be loaded, and the fallback would hide the error.
  const at = handlerAt(Object.keys(handlers))(url.pathname)
  if (at && at.name !== routePattern) await handlers[at.name]!()
  const isPage = functionRoutes[routePattern]?.endsWith('.astro')
  const { onRequest: guarded } = await import('./page-middleware.ts')
  let failure: unknown
  const answer = async () => {
    try {
      return await next()
    } catch (error) {
      failure = error
      throw error
    }
  }
  const response = await observe(request, async () =>
    isPage ? ((await guarded(context, answer)) as Response) : answer(),
  )
  if (failure !== undefined) throw failure
  return response
}
