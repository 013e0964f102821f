import type { Service } from '#service/service.ts'
import { behindToken } from './behind-token.ts'
import type { Guarding } from './guarded.ts'

/**
 * GET /api/metrics: metrics for Prometheus, which sends `Authorization: Bearer <METRICS_TOKEN>`.
 */
export function metricsRoute(
  service: Guarding & Pick<Service, 'urls'>,
  token: string | undefined,
  read: () => Promise<string>,
): (context: { request: Request }) => Promise<Response> {
  const guard = { token, realm: 'metrics', methods: ['GET', 'HEAD'] }
  return behindToken(service, guard, async ({ method }) => {
    const text = await read()
    return new Response(method === 'HEAD' ? null : text, {
      headers: {
        // The media type of https://prometheus.io/docs/instrumenting/exposition_formats/
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      },
    })
  })
}
