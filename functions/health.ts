import { report } from '#http/report.ts'
import { health, service } from '#composition.ts'

/** GET /api/health: always 200, with the state of this instance and what to do. */
export const ALL = report(service, () => health.health())
