import { ApiError, type ErrorDetail } from '#contract/errors.ts'
import type { Answer, CachePolicy, Input, Operation } from '#contract/operation.ts'
import { errorAnswer, jsonAnswer, preflightAnswer } from './answer.ts'
import { clientAddress } from './client-address.ts'
import { type ExtraCheck, type Parts, parseInput, readParts } from './read-input.ts'

/** What the edge needs to know of the outside. */
export interface Edge {
  /** Hears of every unexpected failure, once. */
  log: (message: string, error: unknown) => void
  /** Whether a failure means that the database is away: 503 with Retry-After instead of 500. */
  isUnavailable: (error: unknown) => boolean
}

/** Who asks, to the rate limits. */
interface Caller {
  address: string
}

type Reply<O extends Operation> = Answer<O> & {
  cache?: CachePolicy
  headers?: Record<string, string>
}

export type Handler<O extends Operation> = (call: Input<O> & Caller) => Promise<Reply<O>> | Reply<O>

export interface EndpointOptions {
  extraCheck?: ExtraCheck
  /** Runs before anything is read, for limits on attempts of any outcome. */
  admit?: (address: string) => Promise<void>
}

/** An operation with the code that answers it: what REST, MCP and pages have in common. */
export interface Endpoint {
  operation: Operation
  admit: (address: string) => Promise<void>
  /**
   * Parses the parts, answers, and parses the answer too: what the contract does not declare never
   * leaves.
   */
  run: (
    parts: Parts,
    caller: Caller,
    known?: readonly ErrorDetail[],
  ) => Promise<{
    status: number
    body: unknown
    cache: CachePolicy
    headers: Record<string, string>
  }>
}

export function endpoint<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  options: EndpointOptions = {},
): Endpoint {
  return {
    operation,
    admit: async (address) => options.admit?.(address),
    run: async (parts, caller, known) => {
      const input = parseInput(operation, parts, options.extraCheck, known)
      const {
        status,
        body,
        cache = operation.cache,
        headers = {},
      } = await handler({ ...input, ...caller })
      return { status, body: operation.responses[status]!.schema.parse(body), cache, headers }
    },
  }
}

type Route = (context: {
  request: Request
  params: Record<string, string | undefined>
}) => Promise<Response>

/** Turns an endpoint into a route: method, input, answer, ETag, CORS, errors. */
export function serve({ operation, admit, run }: Endpoint, edge: Edge): Route {
  const methods =
    operation.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : [operation.method, 'OPTIONS']
  return ({ request, params }) =>
    guarded(edge, request, async () => {
      if (request.method === 'OPTIONS') return preflightAnswer(methods)
      if (!methods.includes(request.method)) throw methodNotAllowed(request.method, methods)
      const address = clientAddress(request)
      await admit(address)
      const { status, body, cache, headers } = await run(
        await readParts(operation, request, params),
        { address },
      )
      return jsonAnswer(request, status, body, cache, headers)
    })
}

/** Runs a route so that whatever goes wrong is the contract's error, logged once. */
export async function guarded(
  edge: Edge,
  request: Request,
  route: () => Promise<Response>,
): Promise<Response> {
  try {
    return await route()
  } catch (error) {
    // The query may hold an e-mail; the path does not.
    return errorAnswer(
      request,
      asApiError(edge, `${request.method} ${new URL(request.url).pathname}`, error),
    )
  }
}

/**
 * A failure as the contract tells it: expected ones as they are, all others logged under the name
 * of what failed and without their text.
 */
export function asApiError(edge: Edge, what: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  edge.log(`${what} failed`, error)
  if (!edge.isUnavailable(error))
    return new ApiError('internal', 'Something went wrong on our side. Try again later.')
  return new ApiError(
    'unavailable',
    'The database cannot be reached at the moment. Try again in a minute.',
    {
      headers: { 'retry-after': '60' },
    },
  )
}

export function methodNotAllowed(method: string, methods: readonly string[]): ApiError {
  return new ApiError('method_not_allowed', `${method} does not work here; use ${methods[0]}.`, {
    headers: { allow: methods.join(', ') },
  })
}
