// Documents by which clients and registries find the MCP server.
import { mcp } from '#contract/mcp.ts'
import type { Addresses } from '#core/addresses.ts'

const title = 'Proofstack'
const description =
  'Reviewed directory of agent products and the tools they are built with, proved by code.'
const version = '1.0.0'

/** The media type of a server card. */
export const serverCardType = 'application/mcp-server-card+json'

/** The media type of an AI catalogue. */
export const aiCatalogType = 'application/ai-catalog+json'

/** The name in registries: the labels of the host in reverse, as in `example.proofstack/directory`. */
function registryName({ site }: Addresses): string {
  return `${new URL(site).hostname.split('.').reverse().join('.')}/directory`
}

const remote = (to: Addresses) => ({ type: mcp.transport, url: to.mcp })

/** `GET /mcp/server-card`, SEP-2127 of the Model Context Protocol. */
export function serverCard(to: Addresses) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registryName(to),
    version,
    title,
    description,
    websiteUrl: to.site,
    remotes: [
      {
        ...remote(to),
        supportedProtocolVersions: [mcp.modern_protocol_version, mcp.protocol_version],
      },
    ],
  }
}

/** `/.well-known/ai-catalog.json`: the server card under a name of this host. */
export function aiCatalog(to: Addresses) {
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(to.site).hostname}:mcp:proofstack`,
        displayName: title,
        description,
        type: serverCardType,
        url: to.serverCard,
      },
    ],
  }
}

/** `/server.json`: what `mcp-publisher publish` sends to the official registry. */
export function registryEntry(to: Addresses) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(to),
    title,
    description,
    version,
    websiteUrl: to.site,
    remotes: [remote(to)],
  }
}
