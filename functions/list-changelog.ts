import { serve } from '#http/serve.ts'
import { service } from '../src/composition.ts'

/** GET /changelog */
export const ALL = serve('list_changelog', service)
