// How each MCP client is connected to our server: the page /connect, from content/clients.
import type { Addresses } from '#core/addresses.ts'
import { documentOf } from './markdown.ts'

const name = 'proofstack'

/** Links that open a client and fill in the server, by the names of their files. */
const installLinks: Readonly<Record<string, (url: string) => string>> = {
  cursor: (url) =>
    `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(base64({ url }))}`,
  'vs-code': (url) =>
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
  goose: (url) =>
    `goose://extension?${new URLSearchParams({ type: 'streamable_http', url, id: name, name: 'Proofstack', description: 'What agent products are built with' })}`.replaceAll(
      '+',
      '%20',
    ),
}

/** A file of content/clients, with the addresses of the site filled in. */
export interface ClientPage {
  slug: string
  name: string
  group: string
  source: string
  markdown: string
}

/** The link that opens the client and fills in the server; undefined if it has none. */
export const installLink = (slug: string, to: Addresses): string | undefined =>
  installLinks[slug]?.(to.mcp)

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
