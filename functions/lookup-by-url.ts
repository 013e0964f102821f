import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /lookup */
export const ALL = serve('lookup_by_url', service)
