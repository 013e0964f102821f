import { serve } from '#http/serve.ts'
import { listChangelog } from '#service/list-changelog.ts'
import { service } from '#composition.ts'

/** GET /changelog */
export const ALL = serve(listChangelog, service)
