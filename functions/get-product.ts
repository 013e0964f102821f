import { serve } from '#http/serve.ts'
import { getProduct } from '#service/get-product.ts'
import { updateProduct } from '#service/update-product.ts'
import { service } from '#composition.ts'

export const ALL = serve([getProduct, updateProduct], service)
