import { serve } from '#http/serve.ts'
import { compareProducts } from '#service/compare-products.ts'
import { service } from '#composition.ts'

export const ALL = serve(compareProducts, service)
