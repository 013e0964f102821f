import { cron } from '#http/cron.ts'
import { service } from '#composition.ts'

/** GET and POST /api/cron: runs one round of the background jobs. */
export const ALL = cron(service)
