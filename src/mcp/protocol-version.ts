import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { mcp } from '#contract/mcp.ts'
import { type MessageHeaders, inMeta } from './modern.ts'

/**
 * Whether a message is of the version 2026-07-28 and not of an older one. Specification:
 * Versioning, Backward Compatibility.
 */
export function isModern(message: unknown, headers: MessageHeaders): boolean {
  const named = versionInMeta(message)
  const header = headers?.get('mcp-protocol-version')
  if (named === undefined)
    return header === mcp.modern_protocol_version && methodOf(message) !== 'initialize'
  // `server/discover` also offers an older version. A client that has chosen it is answered by the
  // SDK.
  const isFormer = typeof named === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(named)
  return !isFormer || (Boolean(header) && header !== named)
}

function versionInMeta(message: unknown): unknown {
  const { params } = Object(message) as { params?: { _meta?: Record<string, unknown> } }
  return Object(Object(params)._meta)[inMeta('protocolVersion')] as unknown
}

const methodOf = (message: unknown) => (Object(message) as { method?: unknown }).method
