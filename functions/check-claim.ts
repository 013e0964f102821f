import { serve } from '#http/serve.ts'
import { checkClaim } from '#service/check-claim.ts'
import { service } from '#composition.ts'

export const ALL = serve(checkClaim, service)
