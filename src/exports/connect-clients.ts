// How each MCP client is connected to our server: the page /connect, from content/clients.
import type { Addresses } from '#core/addresses.ts'
import { documentOf } from './markdown.ts'

/** A remote MCP server that a link adds to a client. */
interface RemoteServer {
  id: string
  name: string
  description: string
  url: string
}

/** Links that open a client and fill in a server, by the names of the clients' files. */
const installLinks: Readonly<Record<string, (server: RemoteServer) => string>> = {
  cursor: ({ id, url }) =>
    `cursor://anysphere.cursor-deeplink/mcp/install?name=${id}&config=${encodeURIComponent(base64({ url }))}`,
  'vs-code': ({ id, url }) =>
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: id, type: 'http', url }))}`,
  goose: (server) =>
    `goose://extension?${new URLSearchParams({ type: 'streamable_http', ...server })}`.replaceAll(
      '+',
      '%20',
    ),
}

/** The server of the directory. */
export const ownServer = (to: Addresses): RemoteServer => ({
  id: 'proofstack',
  name: 'Proofstack',
  description: 'What agent products are built with',
  url: to.mcp,
})

/** A file of content/clients, with the addresses of the site filled in. */
export interface ClientPage {
  slug: string
  name: string
  group: string
  source: string
  markdown: string
}

/** The link that opens the client and fills in a server; undefined if it has none. */
export const installLink = (slug: string, server: RemoteServer): string | undefined =>
  installLinks[slug]?.(server)

/** The page /connect as Markdown. */
export function connectMarkdown(
  clients: readonly Pick<ClientPage, 'name' | 'source' | 'markdown'>[],
  to: Addresses,
): string {
  return documentOf([
    '# Connect your agent',
    `The MCP server of the directory is <${to.mcp}>. It needs no key.`,
    ...clients.map(({ name: title, source, markdown }) => {
      const from = source.startsWith('/') ? `${to.site}${source}` : source
      return `## ${title}\n\n${markdown}\n\nSource: <${from}>`
    }),
  ])
}

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
