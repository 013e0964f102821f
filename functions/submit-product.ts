import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** POST /submit */
export const ALL = serve('submit_product', service)
