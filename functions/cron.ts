import { cron } from '#http/cron.ts'
import { service } from '../src/composition.ts'

/** GET and POST /api/cron */
export const ALL = cron(service)
