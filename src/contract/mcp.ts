/**
 * Spec, Hosted MCP server: its path and protocol, and the newer version that is served beside it. Its
 * tools are the operations, in their order.
 */
export const mcp = {
  path: '/mcp',
  transport: 'streamable-http',
  protocol_version: '2025-11-25',
  modern_protocol_version: '2026-07-28',
} as const
