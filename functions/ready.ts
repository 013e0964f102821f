import { readiness } from '#http/report.ts'
import { health, service } from '#composition.ts'

/** GET /api/ready: 200 when requests can be answered, 503 while nothing can be read or written. */
export const ALL = readiness(service, () => health.whyNotReady())
