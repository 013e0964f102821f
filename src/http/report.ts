import { errors } from '#contract/errors.ts'
import { jsonAnswer } from './answer.ts'
import { type Guarding, reading } from './guarded.ts'

/** The Retry-After of /api/ready in seconds. Its cached checks have expired by then. */
const retryAfterSeconds = 10

/**
 * A route for an operator's monitor. It always answers 200, and is not part of the public contract.
 */
export const report = (service: Guarding, read: () => Promise<object>) =>
  reading(service, 'unlimited', async (request) => jsonAnswer(request, 200, await read(), 'never'))

/** A route for a load balancer: 200 when requests can be answered, otherwise the contract's 503. */
export const readiness = (service: Guarding, whyNot: () => Promise<string | undefined>) =>
  reading(service, 'unlimited', async (request) => {
    const error = await whyNot()
    if (error === undefined) return jsonAnswer(request, 200, { ready: true }, 'never')
    const { status, error_code } = errors.unavailable
    const headers = { 'retry-after': String(retryAfterSeconds) }
    return jsonAnswer(request, status, { ready: false, error, error_code }, 'never', headers)
  })
