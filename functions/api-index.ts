import { apiIndex } from '#http/api-index.ts'
import { serveHandling } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /api/v1 */
export const ALL = serveHandling(apiIndex, service)
