import type { Operation } from '#contract/operation.ts'
import { asApiError } from '#service/failure.ts'
import type { Handling } from '#service/answer.ts'
import { type Call, invoke } from '#service/invoke.ts'
import type { Service } from '#service/service.ts'
import { errorAnswer, methodNotAllowedAnswer, preflightAnswer, replyAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { readParts } from './read-input.ts'

type Params = Record<string, string | undefined>
type Route = (context: { request: Request; params: Params }) => Promise<Response>

/** The route of an operation: method, input, answer, ETag, CORS, errors. */
export function serve<O extends Operation>(handling: Handling<O>, service: Service): Route {
  const { operation } = handling
  const methods =
    operation.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [operation.method, 'OPTIONS']
  return ({ request, params }) =>
    guarded(service.log, request, async () => {
      if (request.method === 'OPTIONS') return preflightAnswer(methods)
      if (!methods.includes(request.method)) return methodNotAllowedAnswer(request, methods)
      const call = callOf(operation, request, params)
      return replyAnswer(request, await invoke(handling, call, service))
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
