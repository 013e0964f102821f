import { metricsRoute } from '#http/metrics-route.ts'
import { metrics, metricsToken, service } from '#composition.ts'

/** GET /api/metrics: metrics for Prometheus. */
export const ALL = metricsRoute(service, metricsToken, async () => (await metrics!).text())
