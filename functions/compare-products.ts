import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /compare */
export const ALL = serve('compare_products', service)
