import { report } from '#http/report.ts'
import { health, service } from '../src/composition.ts'

/** GET /api/ready: 200 when requests can be answered, 503 while the database is away. */
export const ALL = report(service, async () => {
  const ready = await health.isReady()
  return { status: ready ? 200 : 503, body: { ready } }
})
