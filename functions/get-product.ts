import { serve } from '#http/serve.ts'
import { getProduct } from '#service/get-product.ts'
import { service } from '../src/composition.ts'

/** GET /products/{slug} */
export const ALL = serve(getProduct, service)
