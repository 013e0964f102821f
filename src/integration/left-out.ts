/**
 * What a package of the function names at its top and never uses here, by who names it: a validator
 * for the answers of MCP clients, which a server without elicitation never gets; the sockets of a
 * platform that we only tell what to wait for; the routes that the adapter writes when it builds;
 * the types of attached files, which our mails have none of; and of metrics, the traces, the gateway
 * that nobody pushes to and the quantiles that Prometheus computes itself. The first two were a tenth
 * of the function, the routes and types 120 KB.
 */
const leftOut = [
  { name: 'ajv', of: '@modelcontextprotocol/sdk' },
  { name: 'ajv-formats', of: '@modelcontextprotocol/sdk' },
  { name: 'ws', of: '@vercel/functions' },
  { name: '@vercel/routing-utils', of: '@astrojs/vercel' },
  { name: './mime-types.js', of: 'nodemailer' },
  { name: '../mime-funcs/mime-types.js', of: 'nodemailer' },
  { name: '@opentelemetry/api', of: 'prom-client' },
  { name: './lib/pushgateway', of: 'prom-client' },
  { name: './lib/summary', of: 'prom-client' },
] as const

const id = '\0left-out'
/** What CommonJS requires keeps all its exports: it gets none. */
const required = '\0left-out-of-commonjs'

const source = `
class LeftOut { constructor() { throw new Error('This is left out of the function.') } }
const leftOut = () => new LeftOut()
export { LeftOut as default, LeftOut as WebSocket, LeftOut as WebSocketServer }
export { leftOut as getTransformedRoutes, leftOut as normalizeRoutes }
export { leftOut as detectMimeType, leftOut as detectExtension }`

/** A plugin of Vite that leaves them out. Whoever makes or calls one after all is told. */
export function leavesOut() {
  return {
    name: 'proofstack-left-out',
    enforce: 'pre' as const,
    resolveId: (wanted: string, importer = '') => {
      const found = leftOut.find(({ name, of }) => name === wanted && importer.includes(`/${of}/`))
      return found && (found.of === 'prom-client' ? required : id)
    },
    load: (loaded: string) =>
      loaded === id ? source : loaded === required ? 'export {}' : undefined,
  }
}
