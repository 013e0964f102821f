import { serve } from '#http/serve.ts'
import { listChangelog } from '#service/list-changelog.ts'
import { service } from '#composition.ts'

export const ALL = serve(listChangelog, service)
