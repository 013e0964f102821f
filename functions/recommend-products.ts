import { serve } from '#http/serve.ts'
import { recommendProducts } from '#service/recommend-products.ts'
import { service } from '#composition.ts'

export const ALL = serve(recommendProducts, service)
