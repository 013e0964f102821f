import { serve } from '#http/serve.ts'
import { search } from '#service/search.ts'
import { service } from '#composition.ts'

/** GET /search */
export const ALL = serve(search, service)
