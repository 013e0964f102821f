import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /recommend */
export const ALL = serve('recommend_products', service)
