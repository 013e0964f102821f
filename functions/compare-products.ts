import { serve } from '#http/serve.ts'
import { compareProducts } from '#service/compare-products.ts'
import { service } from '../src/composition.ts'

/** GET /compare */
export const ALL = serve(compareProducts, service)
