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
export const installLinks: Readonly<Record<string, (server: RemoteServer) => string>> = {
  cursor: ({ id, url }) =>
    `cursor://anysphere.cursor-deeplink/mcp/install?name=${id}&config=${encodeURIComponent(Buffer.from(JSON.stringify({ url })).toString('base64'))}`,
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

/** The page /connect as Markdown, from the files of content/clients with the addresses of the site. */
export function connectMarkdown(
  clients: readonly { name: string; source: string; markdown: string }[],
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
