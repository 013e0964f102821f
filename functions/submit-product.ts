import { serve } from '#http/serve.ts'
import { submitProduct } from '#service/submit-product.ts'
import { service } from '#composition.ts'

export const ALL = serve(submitProduct, service)
