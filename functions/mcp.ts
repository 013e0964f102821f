import { mcpRoute } from '#mcp/handle-message.ts'
import { service } from '#composition.ts'

/** POST /mcp */
export const ALL = mcpRoute(service)
