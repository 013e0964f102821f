import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { asApiError } from '#service/failure.ts'
import type { Handling, Reply } from '#service/answer.ts'
import { type Call, type OperationId, invoke, perform } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, methodNotAllowedAnswer, preflightAnswer, replyAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { readParts } from './read-input.ts'

type Params = Record<string, string | undefined>
type Route = (context: { request: Request; params: Params }) => Promise<Response>

/** The route of an operation of the contract. */
export function serve(id: OperationId, service: Service): Route {
  return route(operations[id], (call) => invoke(id, call, service), service)
}

/** The route of what is no operation of the contract, such as the index of the API. */
export function serveHandling<O extends Operation>(handling: Handling<O>, service: Service): Route {
  return route(handling.operation, (call) => perform(handling, call, service), service)
}

// Method, input, answer, ETag, CORS, errors.
function route(
  operation: Operation,
  answer: (call: Call) => Promise<Reply>,
  service: Service,
): Route {
  const methods =
    operation.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [operation.method, 'OPTIONS']
  return ({ request, params }) =>
    guarded(service.log, request, async () => {
      if (request.method === 'OPTIONS') return preflightAnswer(methods)
      if (!methods.includes(request.method)) return methodNotAllowedAnswer(request, methods)
      return replyAnswer(request, await answer(callOf(operation, request, params)))
    })
}

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

// The query may hold an e-mail; the path does not.
function doorOf(request: Request): string {
  return `${request.method} ${new URL(request.url).pathname}`
}
