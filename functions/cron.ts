import { cron } from '#http/cron.ts'
import { service } from '#composition.ts'

/** GET and POST /api/cron */
export const ALL = cron(service)
