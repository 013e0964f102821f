import type { Service } from '#service/service.ts'
import { jsonAnswer, methodNotAllowedAnswer } from './answer.ts'
import { failing } from './guarded.ts'

/**
 * The route of what an operator's monitor asks. Not part of the public contract: no document names
 * it, and nothing of it is kept.
 */
export function report(
  service: Pick<Service, 'log'>,
  read: () => Promise<{ status: 200 | 503; body: object }>,
): (context: { request: Request }) => Promise<Response> {
  return ({ request }) =>
    failing(service, request, async () => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return methodNotAllowedAnswer(request, ['GET', 'HEAD'])
      const { status, body } = await read()
      return jsonAnswer(request, status, body, 'never')
    })
}
