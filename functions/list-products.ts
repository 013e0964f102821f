import { serve } from '#http/serve.ts'
import { listProducts } from '#service/list-products.ts'
import { service } from '#composition.ts'

export const ALL = serve(listProducts, service)
