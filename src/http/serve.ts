import { ApiError } from '#contract/errors.ts'
import type { Answer, CachePolicy, Input, Operation } from '#contract/operation.ts'
import { errorAnswer, jsonAnswer, preflightAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { type ExtraCheck, readInput } from './read-input.ts'

/** What the edge needs to know of the outside. */
export interface Edge {
  /** Hears of every unexpected failure, once. */
  log: (message: string, error: unknown) => void
  /** Whether a failure means that the database is away: 503 with Retry-After instead of 500. */
  isUnavailable: (error: unknown) => boolean
}

interface Call<O extends Operation> extends Input<O> {
  request: Request
  address: string
}

type Reply<O extends Operation> = Answer<O> & { cache?: CachePolicy; headers?: Record<string, string> }

export type Handler<O extends Operation> = (call: Call<O>) => Promise<Reply<O>> | Reply<O>

export interface ServeOptions {
  extraCheck?: ExtraCheck
  /** Runs before anything is read, for limits on attempts of any outcome. */
  admit?: (address: string) => Promise<void>
}

type Route = (context: { request: Request; params: Record<string, string | undefined> }) => Promise<Response>

/** Turns an operation and its handler into a route: method, input, handler, output, ETag, CORS, errors. */
export function serve<O extends Operation>(operation: O, edge: Edge, handler: Handler<O>, options: ServeOptions = {}): Route {
  const methods = operation.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [operation.method, 'OPTIONS']
  return ({ request, params }) =>
    guarded(edge, request, async () => {
      if (request.method === 'OPTIONS') return preflightAnswer(methods)
      if (!methods.includes(request.method)) throw methodNotAllowed(request.method, methods)
      const address = clientAddress(request)
      await options.admit?.(address)
      const input = await readInput(operation, request, params, options.extraCheck)
      const { status, body, cache = operation.cache, headers } = await handler({ ...input, request, address })
      // Parsed on the way out too: what the contract does not declare never leaves.
      const output = operation.responses[status]!.schema.parse(body)
      return jsonAnswer(request, status, output, cache, headers)
    })
}

/** Runs a route so that whatever goes wrong is the contract's error, logged once. */
export async function guarded(edge: Edge, request: Request, route: () => Promise<Response>): Promise<Response> {
  try {
    return await route()
  } catch (error) {
    return errorAnswer(request, asApiError(edge, request, error))
  }
}

/** A failure as the contract tells it: expected ones as they are, all others logged and without their text. */
export function asApiError(edge: Edge, request: Request, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // The query may hold an e-mail; the path does not.
  edge.log(`${request.method} ${new URL(request.url).pathname} failed`, error)
  if (!edge.isUnavailable(error)) return new ApiError('internal', 'Something went wrong on our side. Try again later.')
  return new ApiError('unavailable', 'The database cannot be reached at the moment. Try again in a minute.', {
    headers: { 'retry-after': '60' },
  })
}

export function methodNotAllowed(method: string, methods: readonly string[]): ApiError {
  return new ApiError('method_not_allowed', `${method} does not work here; use ${methods[0]}.`, { headers: { allow: methods.join(', ') } })
}
