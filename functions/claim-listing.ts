import { serve } from '#http/serve.ts'
import { claimListing } from '#service/claim-listing.ts'
import { service } from '#composition.ts'

export const ALL = serve(claimListing, service)
