import { type LimitState, type PageBucket, limits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors.ts'
import { maskedPath } from '#log/masked-path.ts'
import { countRead } from '#service/admit.ts'
import { asApiError } from '#service/failure.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, readOnly } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { limitHeaders } from './limit-headers.ts'

/** The services that a guarded handler needs. */
export type Guarding = Pick<Service, 'log' | 'readLimiter'>

/**
 * Runs a handler that is no operation of the contract. Counts the request in its rate limit, and
 * answers failures.
 */
export function guarded(
  service: Guarding,
  bucket: PageBucket,
  request: Request,
  answer: () => Promise<Response>,
  failed = errorAnswer,
): Promise<Response> {
  const count = async () => {
    if (bucket === 'unlimited') return answer()
    const limit = await countRead(bucket, clientAddress(request), service)
    return withLimit(await answer(), limit)
  }
  return failing(service, request, count, failed)
}

/** A route that is no operation of the contract and takes only GET and HEAD. */
export function reading(
  service: Guarding,
  bucket: PageBucket,
  answer: (request: Request, slug: string) => Promise<Response>,
): (context: { request: Request; params: { slug?: string } }) => Promise<Response> {
  return ({ request, params: { slug = '' } }) =>
    guarded(service, bucket, request, async () => readOnly(request) ?? answer(request, slug))
}

/** Runs a handler. A failure is logged once, and `failed` makes its answer. */
export async function failing(
  { log }: Pick<Service, 'log'>,
  request: Request,
  answer: () => Promise<Response>,
  failed: (request: Request, error: ApiError) => Response = errorAnswer,
): Promise<Response> {
  try {
    refuseLongQuery(request)
    return await answer()
  } catch (error) {
    return failed(request, asApiError(log, handlerOf(request), error))
  }
}

function withLimit(response: Response, limit: LimitState | undefined): Response {
  if (!limit) return response
  // The headers of `Response.redirect()` cannot be changed, so the response is copied.
  const answer = new Response(response.body, response)
  const isShared = /s-maxage/.test(answer.headers.get('cache-control') ?? '')
  for (const [name, value] of Object.entries(limitHeaders(limit, isShared)))
    answer.headers.set(name, value)
  return answer
}

/** The name of a request in log lines. It has no query, which may contain an e-mail address. */
export function handlerOf(request: Request): string {
  return `${request.method} ${maskedPath(request.url)}`
}

// Refuses a query that is too long. The limit is enough for all parameters of the contract at their
// maximum lengths, percent-encoded.
function refuseLongQuery(request: Request): void {
  const { search } = new URL(request.url)
  if (search.length <= limits.address_query) return
  throw new ApiError(
    'invalid_request',
    `The query of the address has more than ${limits.address_query} characters.`,
  )
}
