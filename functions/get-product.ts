import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /products/{slug} */
export const ALL = serve('get_product', service)
