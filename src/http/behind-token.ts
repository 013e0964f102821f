import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '#contract/errors.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, methodNotAllowedAnswer } from './answer.ts'
import { fallback } from './fallback.ts'
import { type Guarding, failing } from './guarded.ts'

/**
 * A route for operators, who send `Authorization: Bearer <token>`. If the settings have no `token`,
 * the route answers 404.
 */
export function behindToken(
  service: Guarding & Pick<Service, 'urls'>,
  { token, realm, methods }: { token: string | undefined; realm: string; methods: string[] },
  answer: (request: Request) => Promise<Response>,
): (context: { request: Request }) => Promise<Response> {
  const unknown = fallback(service)
  return ({ request }) =>
    failing(service, request, async () => {
      if (token === undefined) return unknown({ request })
      if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`)) {
        const error = new ApiError('unauthorized', `This needs the secret of the ${realm}.`)
        return errorAnswer(request, error, { 'www-authenticate': `Bearer realm="${realm}"` })
      }
      if (!methods.includes(request.method)) return methodNotAllowedAnswer(request, methods)
      return answer(request)
    })
}

/**
 * Compares two secrets in constant time. Hashes make them equally long, as timingSafeEqual
 * requires.
 */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
