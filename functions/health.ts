import { report } from '#http/report.ts'
import { health, service } from '#composition.ts'

/** GET /api/health: always 200, with the state of this instance and a remedy for each problem. */
export const ALL = report(service, () => health.health())
