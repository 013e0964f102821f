import { type ApiError, errors } from '#contract/errors.ts'
import { type Operation, cachePolicies } from '#contract/operation.ts'
import type { Handling } from '#service/answer.ts'
import { type Call, invoke } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, methodNotAllowedAnswer, preflightAnswer, replyAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { handlerOf, failing } from './guarded.ts'
import { readParts } from './read-input.ts'

type Params = Record<string, string | undefined>
type Route = (context: { request: Request; params: Params }) => Promise<Response>

/**
 * The route of a path. It selects the operation by the method of the request; `failed` makes the
 * answers of failures.
 */
export function serve<O extends Operation>(
  handlings: Handling<O> | readonly AnyHandling[],
  service: Service,
  failed = errorAnswer,
): Route {
  // The cast is safe: every operation is only called with its own `Handling`, though `Handling` has
  // no type that all operations share.
  const all = [handlings].flat() as unknown as readonly Handling[]
  const methods = all.flatMap(({ operation: { method } }) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  )
  const allowed = [...methods, 'OPTIONS']
  return ({ request, params }) =>
    failing(
      service,
      request,
      async () => {
        if (request.method === 'OPTIONS') return preflightAnswer(allowed)
        const method = request.method === 'HEAD' ? 'GET' : request.method
        const handling = all.find(({ operation }) => operation.method === method)
        if (!handling) return methodNotAllowedAnswer(request, allowed)
        const call = {
          handler: handlerOf(request),
          address: clientAddress(request),
          isAgent: true,
          read: () => readParts(handling.operation, request, params),
        }
        return replyAnswer(request, await invoke(handling, call, service))
      },
      failed,
    )
}

type AnyHandling = Pick<Handling, 'operation'>

/**
 * The call of an operation by a page or its form. The page's request was counted already, so no
 * read is counted again.
 */
export function pageCall(request: Request, read: Call['read']): Call {
  const address = clientAddress(request)
  return { handler: handlerOf(request), address, isAgent: false, isCounted: true, read }
}

/** Gives a page the status and headers of its failure, else the cache policy of its operation. */
export function setHead(
  page: { status?: number; headers: Headers },
  { cache }: Operation,
  error: ApiError | undefined,
): void {
  if (error) page.status = errors[error.kind].status
  if (error?.retryAfterSeconds) page.headers.set('retry-after', String(error.retryAfterSeconds))
  page.headers.set('cache-control', cachePolicies[error ? 'never' : cache])
}
