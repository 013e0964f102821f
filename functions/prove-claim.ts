import { serve } from '#http/serve.ts'
import { proveClaim } from '#service/prove-claim.ts'
import { service } from '#composition.ts'

export const ALL = serve(proveClaim, service)
