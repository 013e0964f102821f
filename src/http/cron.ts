import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import { runChores } from '#service/chores.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, jsonAnswer, methodNotAllowedAnswer } from './answer.ts'
import { fallback } from './fallback.ts'
import { failing } from './guarded.ts'

const methods = ['GET', 'POST']

/**
 * GET and POST /api/cron: one round of the chores, for whoever has the secret. The platform calls
 * with `Authorization: Bearer <CRON_SECRET>`. Without that setting it is an unknown address.
 */
export function cron(service: Service): (context: { request: Request }) => Promise<Response> {
  const unknown = fallback(service)
  return ({ request }) =>
    failing(service, request, async () => {
      const { cronSecret } = service.settings
      if (cronSecret === undefined) return unknown({ request })
      if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${cronSecret}`))
        return unauthorized(request)
      if (!methods.includes(request.method)) return methodNotAllowedAnswer(request, methods)
      const chores = await runChores(service)
      if (chores.every(({ outcome }) => outcome === 'done'))
        return jsonAnswer(request, 200, { chores }, 'never')
      // So that whoever watches the cron hears of it; each failure is logged where it happened.
      const error = 'Not every chore was done. What is left is tried again in the next round.'
      return jsonAnswer(request, 500, { error, error_code: 'INTERNAL_ERROR', chores }, 'never')
    })
}

function unauthorized(request: Request): Response {
  const error = new ApiError('unauthorized', 'This needs the secret of the cron.')
  return errorAnswer(request, error, { 'www-authenticate': 'Bearer realm="cron"' })
}

// In constant time, whatever the lengths are.
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
