/**
 * What a package of the function names at its top and never uses here, by who names it: a validator
 * for the answers of MCP clients, which a server without elicitation never gets, and the sockets of
 * a platform that we only tell what to wait for. Together they were a tenth of the function.
 */
const leftOut = [
  { name: 'ajv', of: '@modelcontextprotocol/sdk' },
  { name: 'ajv-formats', of: '@modelcontextprotocol/sdk' },
  { name: 'ws', of: '@vercel/functions' },
] as const

const id = '\0left-out'

const source = `
class LeftOut { constructor() { throw new Error('This is left out of the function.') } }
export { LeftOut as default, LeftOut as WebSocket, LeftOut as WebSocketServer }`

/** A plugin of Vite that leaves them out. Whoever makes one after all is told. */
export function leavesOut() {
  return {
    name: 'proofstack-left-out',
    enforce: 'pre' as const,
    resolveId: (wanted: string, importer = '') =>
      leftOut.some(({ name, of }) => name === wanted && importer.includes(`/${of}/`))
        ? id
        : undefined,
    load: (loaded: string) => (loaded === id ? source : undefined),
  }
}
