import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /search */
export const ALL = serve('search', service)
