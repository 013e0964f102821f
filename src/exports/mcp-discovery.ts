// Documents by which MCP clients and registries find our MCP server.
import { mcp } from '#contract/mcp.ts'
import type { Addresses } from '#core/addresses.ts'

const title = 'Proofstack'
const description =
  'Reviewed directory of agent products and the tools they are built with, proved by code.'
const version = '1.0.0'

/** The media type of an MCP server card. */
export const serverCardType = 'application/mcp-server-card+json'

/** The media type of an AI catalogue. */
export const aiCatalogType = 'application/ai-catalog+json'

/**
 * The name of the server in registries: the labels of the site's hostname in reverse, for example
 * `example.proofstack/directory`.
 */
function registryName({ site }: Addresses): string {
  return `${new URL(site).hostname.split('.').reverse().join('.')}/directory`
}

const remote = (to: Addresses) => ({ type: mcp.transport, url: to.mcp })

/** The answer of GET /mcp/server-card: the server card of SEP-2127, a proposal for MCP. */
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

/**
 * The content of /.well-known/ai-catalog.json. It lists the MCP server card, under a URN that
 * contains the hostname of the site.
 */
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

/**
 * The content of /server.json, which `mcp-publisher publish` sends to the official MCP registry.
 */
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
