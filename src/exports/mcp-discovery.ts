// Documents by which MCP clients and registries find our MCP server.
import type { ArdEntry } from '#contract/ard.ts'
import { apiVersion } from '#contract/api-version.ts'
import { mcp, serverCardType } from '#contract/mcp.ts'
import type { Addresses } from '#core/addresses.ts'
import { registryName } from '#core/registry-name.ts'
import { ardIdentifier } from '#present/product/ard-entry.ts'
import type { Skill } from './skills.ts'

const title = 'Proofstack'
const description =
  'Reviewed directory of agent products and the tools they are built with, proved by code.'

/** The media type of the manifest of ARD. */
export const ardType = 'application/ai-catalog+json'

const remote = (to: Addresses) => ({ type: mcp.transport, url: to.mcp })

/** The answer of GET /mcp/server-card: the server card of SEP-2127, a proposal for MCP. */
export function serverCard(to: Addresses) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registryName(to, 'directory'),
    version: apiVersion,
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
 * The content of /.well-known/ard.json, and of /.well-known/ai-catalog.json for clients of before
 * ARD 0.91: what this site offers to agents, with its registry.
 */
export function ardManifest(skills: readonly Skill[], to: Addresses) {
  const entry = (kind: string, name: string, rest: Omit<ArdEntry, 'identifier'>) => ({
    identifier: ardIdentifier(to, kind, name),
    ...rest,
  })
  return {
    specVersion: '1.0',
    host: {
      displayName: title,
      identifier: new URL(to.site).hostname,
      documentationUrl: to.doc('ard'),
    },
    entries: [
      entry('mcp', 'proofstack', {
        displayName: title,
        description,
        type: serverCardType,
        url: to.serverCard,
        representativeQueries: [
          'which products are built with LangGraph and PostgreSQL',
          'is AutoGPT still maintained',
          'what is Dify built with, and since when',
        ],
      }),
      entry('registry', 'listings', {
        displayName: `${title}: what agents can connect to`,
        description:
          'MCP servers, APIs and packages of reviewed products, with their proved stacks.',
        type: 'application/ai-registry+json',
        url: to.ard,
      }),
      entry('api', 'proofstack', {
        displayName: `${title}: API`,
        description,
        type: 'application/vnd.oai.openapi+json',
        url: to.openapi,
      }),
      ...skills.map((skill) =>
        entry('skill', skill.slug, {
          displayName: skill.slug,
          description: skill.description,
          type: 'text/markdown; profile="urn:air:agent-skills"',
          url: to.skill(skill.slug),
        }),
      ),
    ],
  }
}

/**
 * The content of /server.json, which `mcp-publisher publish` sends to the official MCP registry.
 */
export function registryEntry(to: Addresses) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: registryName(to, 'directory'),
    title,
    description,
    version: apiVersion,
    websiteUrl: to.site,
    remotes: [remote(to)],
  }
}
