/**
 * Modules that packages of the function import but never use here: a validator for MCP elicitation,
 * WebSockets of the platform, the router of the adapter's build, media types of mail attachments,
 * mails by Amazon's API, and traces, push gateway and summaries of metrics. The validator and
 * WebSockets were a tenth of the function, the router and media types 120 KB.
 */
const leftOut = [
  { name: 'ajv', of: '@modelcontextprotocol/sdk' },
  { name: 'ajv-formats', of: '@modelcontextprotocol/sdk' },
  { name: 'ws', of: '@vercel/functions' },
  { name: '@vercel/routing-utils', of: '@astrojs/vercel' },
  { name: './mime-types.js', of: 'nodemailer' },
  { name: '../mime-funcs/mime-types.js', of: 'nodemailer' },
  { name: './ses-transport/index.js', of: 'nodemailer' },
  { name: '@opentelemetry/api', of: 'prom-client' },
  { name: './lib/pushgateway', of: 'prom-client' },
  { name: './lib/summary', of: 'prom-client' },
] as const

const id = '\0left-out'
/**
 * The id of an empty module for CommonJS packages. The source for ES modules would not do: all
 * exports of a module that CommonJS requires stay in the bundle.
 */
const required = '\0left-out-of-commonjs'

const source = `
class LeftOut { constructor() { throw new Error('This is left out of the function.') } }
const leftOut = () => new LeftOut()
export { LeftOut as default, LeftOut as WebSocket, LeftOut as WebSocketServer }
export { leftOut as getTransformedRoutes, leftOut as normalizeRoutes }
export { leftOut as detectMimeType, leftOut as detectExtension }`

/** A Vite plugin that replaces the modules in `leftOut`. To use one of them throws an error. */
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
