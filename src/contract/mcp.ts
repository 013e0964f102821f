/** Spec, Hosted MCP server: its path and protocol. Its tools are the operations, in their order. */
export const mcp = {
  path: '/mcp',
  transport: 'streamable-http',
  protocol_version: '2025-11-25',
} as const
