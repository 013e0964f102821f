import { mcpRoute } from '#mcp/handle-message.ts'
import { service } from '../src/composition.ts'

/** POST /mcp */
export const ALL = mcpRoute(service)
