import { type Handler, handlers, observe } from 'virtual:handlers'
import { handlerAt } from './handler-at.ts'
import { isFilePreflight } from './open-files.ts'
import { filteredProducts } from './routes.ts'

/**
 * The entry of the function, which replaces the adapter's entry. Handlers that are plain code
 * answer without Astro. Astro is loaded at the first page, because its start takes longer than an
 * answer with a list of the catalogue.
 */
export default {
  fetch: (request: Request): Promise<Response> => observe(request, () => answer(request)),
}

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const at = find(isFilePreflight(request) ? '/api/' : pathname)
  if (at) return (await load(at.name))({ request, params: at.params, routePattern: at.name })
  const { default: pages } = await import('virtual:pages')
  return pages.fetch(atItsRoute(request))
}

// /products is a static file, but with query parameters it is answered by this function. Astro
// allows only one of the two at a path, so the function's page has a path of its own.
function atItsRoute(request: Request): Request {
  const url = new URL(request.url)
  if (url.pathname !== '/products') return request
  url.pathname = filteredProducts
  return new Request(url, request)
}

const find = handlerAt(Object.keys(handlers))
const loaded = new Map<string, Handler>()

async function load(name: string): Promise<Handler> {
  const handler = loaded.get(name) ?? (await handlers[name]!()).ALL
  loaded.set(name, handler)
  return handler
}
