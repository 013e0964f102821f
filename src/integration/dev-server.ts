import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { addresses } from '#core/addresses.ts'
import { router } from '#hosting/router.ts'
import { withOurRoutes } from './output-config.ts'
import { filteredProducts } from './routes.ts'

/** No such file exists. A change event for it makes the dev server open the catalogue again. */
export const catalogueChanged = '/proofstack/catalogue'

/** A Vite plugin that adds the routes and headers of the build output to `npm run dev`. */
export function devServer(root: URL, site: string): Plugin {
  const composition = fileURLToPath(new URL('src/composition.ts', root))
  const route = devRouter(site)
  return {
    name: 'proofstack-dev',
    enforce: 'pre',
    config: () => ({
      server: {
        strictPort: true,
        watch: { ignored: ['**/.data*/**', '**/.generated/**', '**/.vercel/**', '**/content/**'] },
      },
    }),
    hotUpdate({ file, modules }) {
      const { moduleGraph } = this.environment
      const opened = [...(moduleGraph.getModulesByFile(composition) ?? [])]
      // After a change of code the catalogue is opened again: cached answers may be wrong.
      if (file.endsWith('.ts') && modules.length > 0) return [...modules, ...opened]
      if (file !== catalogueChanged) return undefined
      return [...opened, ...[moduleGraph.getModuleById('\0virtual:build') ?? []].flat()]
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const { pathname, search, searchParams } = new URL(request.url ?? '/', site)
        const { method = 'GET', headers: sent } = request
        const { headers, status, to } = route(method, pathname, sent, searchParams)
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
        if (status !== undefined) return void response.writeHead(status).end()
        if (to !== pathname) request.url = to + search
        // Like the server of `npm start`, this ignores what clients say about their IP address.
        delete request.headers['x-vercel-forwarded-for']
        request.headers['x-real-ip'] = request.socket.remoteAddress
        next()
      })
    },
  }
}

/**
 * The routes of the build output: they give a path its headers and its page. The CSP is left out:
 * it forbids the styles and scripts that Vite adds to pages.
 */
export function devRouter(site: string) {
  const { routes } = withOurRoutes(
    { routes: [{ handle: 'filesystem' }] },
    markdownPages,
    addresses(site),
  )
  const route = router({ version: 3, routes }, (name) => ({ kind: 'file', name }))
  return (...request: Parameters<typeof route>) => {
    const { headers, status, target } = route(...request)
    delete headers['content-security-policy']
    const [, pathname] = request
    const isFiltered = pathname === '/products' && target?.name === '/_render'
    const to = isFiltered ? filteredProducts : target?.name
    return { headers, status, to: to === undefined || to === '/_render' ? pathname : to }
  }
}

// Patterns of the pages that have a Markdown version (pages/_markdown-pages.ts). `npm run dev` has no
// build with files to list. markdown-routes.ts adds products and tools.
const markdownPages = [
  'products',
  'stack',
  'changelog',
  'docs',
  'weekly/[^/.]+',
  'docs/[^/.]+',
].map((page) => `${page}.md`)
