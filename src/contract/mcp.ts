/**
 * Spec, Hosted MCP server: where it is and what it speaks. Its tools are the operations, in their
 * order.
 */
export const mcp = {
  path: '/mcp',
  transport: 'streamable-http',
  protocol_version: '2025-11-25',
} as const
