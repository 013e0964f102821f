/**
 * The MCP server: its path and protocol version (Spec, Hosted MCP server), and the newer protocol
 * version that it also serves. Its tools are the operations of the API, in their order.
 */
export const mcp = {
  path: '/mcp',
  transport: 'streamable-http',
  protocol_version: '2025-11-25',
  modern_protocol_version: '2026-07-28',
} as const

/** The media type of an MCP server card. */
export const serverCardType = 'application/mcp-server-card+json'
