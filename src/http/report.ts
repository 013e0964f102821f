import { errors } from '#contract/errors.ts'
import type { Service } from '#service/service.ts'
import { jsonAnswer, readOnly } from './answer.ts'
import { failing } from './guarded.ts'

type Route = (context: { request: Request }) => Promise<Response>

/** The Retry-After of /api/ready in seconds. Its cached checks have expired by then. */
const retryAfterSeconds = 10

/**
 * A route for an operator's monitor. It always answers 200, and is not part of the public contract.
 */
export function report(service: Pick<Service, 'log'>, read: () => Promise<object>): Route {
  return reading(service, async (request) => jsonAnswer(request, 200, await read(), 'never'))
}

/** A route for a load balancer: 200 when requests can be answered, otherwise the contract's 503. */
export function readiness(
  service: Pick<Service, 'log'>,
  whyNot: () => Promise<string | undefined>,
): Route {
  return reading(service, async (request) => {
    const error = await whyNot()
    if (error === undefined) return jsonAnswer(request, 200, { ready: true }, 'never')
    const { status, error_code } = errors.unavailable
    const headers = { 'retry-after': String(retryAfterSeconds) }
    return jsonAnswer(request, status, { ready: false, error, error_code }, 'never', headers)
  })
}

function reading(
  service: Pick<Service, 'log'>,
  answer: (request: Request) => Promise<Response>,
): Route {
  return ({ request }) =>
    failing(service, request, async () => readOnly(request) ?? answer(request))
}
