import { handlers, observe } from 'virtual:handlers'
import { handlerAt } from './handler-at.ts'
import { filteredProducts } from './routes.ts'

type Door = (context: {
  request: Request
  params: Record<string, string | undefined>
}) => Response | Promise<Response>

/**
 * What the platform calls, in the place of the adapter's entry. A handler that is plain code answers by
 * itself; Astro, whose start and pipeline cost more than a list of the catalogue, is loaded when the
 * first page is asked for.
 */
export default {
  fetch: (request: Request): Promise<Response> => observe(request, () => answer(request)),
}

async function answer(request: Request): Promise<Response> {
  const at = find(new URL(request.url).pathname)
  const handler = at && (open.get(at.name) ?? (await load(at.name)))
  if (handler) return handler({ request, params: at.params })
  const { default: pages } = await import('virtual:pages')
  return pages.fetch(atItsRoute(request))
}

// The list of products is a file, and a function when it is asked for with parameters: Astro has one
// of them at one address.
function atItsRoute(request: Request): Request {
  const url = new URL(request.url)
  if (url.pathname !== '/products') return request
  url.pathname = filteredProducts
  return new Request(url, request)
}

const find = handlerAt(Object.keys(handlers))
const open = new Map<string, Door>()

async function load(name: string): Promise<Door> {
  const { ALL } = await handlers[name]!()
  open.set(name, ALL)
  return ALL
}
