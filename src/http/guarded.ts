import { type CountedHandler, type LimitState, handlerBuckets, limits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors.ts'
import { maskedPath } from '#log/masked-path.ts'
import { countRead } from '#service/admit.ts'
import { asApiError } from '#service/failure.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { limitHeaders } from './limit-headers.ts'

/** What a guarded handler needs: where failures are logged, and what counts reads. */
export type Guarding = Pick<Service, 'log' | 'readLimiter'>

/**
 * Runs a handler that opens no operation: counts the request in its bucket, and answers whatever goes
 * wrong as the contract's error, logged once.
 */
export function guarded(
  service: Guarding,
  handler: CountedHandler,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  return failing(service, request, async () => {
    const limit = await counted(service, handler, request)
    return withLimit(await answer(), limit)
  })
}

/** Answers whatever goes wrong by `tell`, as the contract's error unless said; logged once. */
export async function failing(
  { log }: Pick<Service, 'log'>,
  request: Request,
  answer: () => Promise<Response>,
  tell: (request: Request, error: ApiError) => Response = errorAnswer,
): Promise<Response> {
  try {
    refuseLongQuery(request)
    return await answer()
  } catch (error) {
    return tell(request, asApiError(log, handlerOf(request), error))
  }
}

/** Counts a request in the bucket of its handler, or throws the wait. */
export async function counted(
  service: Pick<Service, 'readLimiter'>,
  handler: CountedHandler,
  request: Request,
): Promise<LimitState | undefined> {
  const bucket = handlerBuckets[handler]
  if (bucket === 'unlimited') return undefined
  return countRead(bucket, clientAddress(request), service)
}

/** An answer with what is left of the limit that counted it. */
export function withLimit(response: Response, limit: LimitState | undefined): Response {
  if (!limit) return response
  // The headers of a redirect cannot be changed.
  const answer = new Response(response.body, response)
  const isShared = /s-maxage/.test(answer.headers.get('cache-control') ?? '')
  for (const [name, value] of Object.entries(limitHeaders(limit, isShared)))
    answer.headers.set(name, value)
  return answer
}

/** How a log names a request: without its query, which may hold an e-mail. */
export function handlerOf(request: Request): string {
  return `${request.method} ${maskedPath(request.url)}`
}

// The longest that the contract's bounds need, percent-encoded, is below it; nothing is read before.
function refuseLongQuery(request: Request): void {
  const { search } = new URL(request.url)
  if (search.length <= limits.address_query) return
  throw new ApiError(
    'invalid_request',
    `The query of the address has more than ${limits.address_query} characters.`,
  )
}
