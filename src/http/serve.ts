import type { Operation } from '#contract/operation.ts'
import { maskedPath } from '#log/masked-path.ts'
import { asApiError } from '#service/failure.ts'
import type { Handling } from '#service/answer.ts'
import { type Call, invoke } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, methodNotAllowedAnswer, preflightAnswer, replyAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { readParts } from './read-input.ts'

type Params = Record<string, string | undefined>
type Route = (context: { request: Request; params: Params }) => Promise<Response>

/** The route of an address: its operations by method; input, answer, ETag, CORS, errors. */
export function serve<O extends Operation>(
  handlings: Handling<O> | readonly AnyHandling[],
  service: Service,
): Route {
  // Which operation each of them answers is its own matter.
  const all = [handlings].flat() as unknown as readonly Handling[]
  const byMethod = new Map(
    all.flatMap((handling) => {
      const { method } = handling.operation
      return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map(
        (name) => [name, handling] as const,
      )
    }),
  )
  const methods = [...byMethod.keys(), 'OPTIONS']
  return ({ request, params }) =>
    guarded(service.log, request, async () => {
      if (request.method === 'OPTIONS') return preflightAnswer(methods)
      const handling = byMethod.get(request.method)
      if (!handling) return methodNotAllowedAnswer(request, methods)
      const call = callOf(handling.operation, request, params)
      return replyAnswer(request, await invoke(handling, call, service))
    })
}

type AnyHandling = Pick<Handling, 'operation'>

/** An HTTP request as the call of an operation, from a program unless `isAgent` says otherwise. */
export function callOf(
  operation: Operation,
  request: Request,
  params: Params = {},
  isAgent = true,
): Call {
  return {
    door: doorOf(request),
    address: clientAddress(request),
    isAgent,
    read: () => readParts(operation, request, params),
  }
}

/** Runs a route so that whatever goes wrong is the contract's error, logged once. */
export async function guarded(
  log: Service['log'],
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    return errorAnswer(request, asApiError(log, doorOf(request), error))
  }
}

function doorOf(request: Request): string {
  return `${request.method} ${maskedPath(request.url)}`
}
