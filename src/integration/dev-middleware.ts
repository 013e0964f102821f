import type { MiddlewareHandler } from 'astro'
import { handlerAt } from './handler-at.ts'
import { functionRoutes } from './routes.ts'

/**
 * Makes functions answer in `npm run dev` as in a build, with a log line and `X-Request-Id`. Only
 * unexpected errors of pages go to Astro, which shows them with the line of the source.
 */
export const onRequest: MiddlewareHandler = async (context, next) => {
  const { isPrerendered, request, routePattern, url } = context
  if (isPrerendered) {
    const response = await next()
    // In a build the platform derives this type from the file name.
    if (url.pathname.endsWith('.md'))
      response.headers.set('content-type', 'text/markdown; charset=utf-8')
    return response
  }
  // Imported here, so that the code of functions is only loaded at the first request to a function.
  const { handlers, observe } = await import('virtual:handlers')
  // If a handler cannot be loaded, Astro would use the next route, whose answer would hide the
  // error. So the handler is loaded here, which throws the error.
  const at = handlerAt(Object.keys(handlers))(url.pathname)
  if (at && at.name !== routePattern) await handlers[at.name]!()
  const isPage = functionRoutes[routePattern]?.endsWith('.astro')
  const { onRequest: guarded } = await import('./page-middleware.ts')
  let failure: unknown
  const answer = () =>
    next().catch((error: unknown) => {
      failure = error
      throw error
    })
  const response = await observe(request, async () =>
    isPage ? ((await guarded(context, answer)) as Response) : answer(),
  )
  if (failure !== undefined) throw failure
  return response
}
