import { serve } from '#http/serve.ts'
import { search } from '#service/search.ts'
import { service } from '#composition.ts'

export const ALL = serve(search, service)
