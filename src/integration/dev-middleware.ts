import type { MiddlewareHandler } from 'astro'
import { handlerAt } from './handler-at.ts'
import { functionRoutes } from './routes.ts'

/**
 * In `npm run dev` functions answer as in a build, with a log line and `X-Request-Id`. Unexpected errors of
 * pages go to Astro, which shows them with the line of the source.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { isPrerendered, request, routePattern, url } = context
  if (isPrerendered) {
    const response = await next()
    // In a build the type comes from the name of the file.
    if (url.pathname.endsWith('.md'))
      response.headers.set('content-type', 'text/markdown; charset=utf-8')
    return response
  }
  // The code of functions is loaded at the first request to a function.
  const { handlers, observe } = await import('virtual:handlers')
  // Astro skips a handler that cannot be loaded, and the fallback would hide the error.
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
