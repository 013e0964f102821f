import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /products */
export const ALL = serve('list_products', service)
