import { report } from '#http/report.ts'
import { health, service } from '../src/composition.ts'

/** GET /api/health: this instance is alive, and how what it needs stands. */
export const ALL = report(service, async () => ({ status: 200, body: await health.health() }))
