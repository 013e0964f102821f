import { mcpRoute } from '#mcp/handle-message.ts'
import { service } from '#composition.ts'

/** POST /mcp: the MCP server. */
export const ALL = mcpRoute(service)
