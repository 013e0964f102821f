import { serve } from '#http/serve.ts'
import { lookupByUrl, lookupUrls } from '#service/lookup-by-url.ts'
import { service } from '#composition.ts'

export const ALL = serve([lookupByUrl, lookupUrls], service)
