import { report } from '#http/report.ts'
import { health, service } from '#composition.ts'

/** GET /api/health: always 200; how this instance is, and what its operator should do. */
export const ALL = report(service, () => health.health())
