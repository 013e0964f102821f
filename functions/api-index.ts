import { apiIndex } from '#http/api-index.ts'
import { serve } from '#http/serve.ts'
import { service } from '#composition.ts'

export const ALL = serve(apiIndex, service)
