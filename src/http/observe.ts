import { mcp } from '#contract/mcp.ts'
import { redacted } from '#contract/redacted.ts'
import type { Logger } from '#log/logger.ts'
import { maskedPath } from '#log/masked-path.ts'
import { type RequestNotes, forRequest, requestId } from '#log/request.ts'
import { ApiError } from '#contract/errors.ts'
import { errorAnswer } from './answer.ts'

/** What metrics need of an answered request. */
export interface Answered {
  path: string
  status: number
  cache: string | undefined
  milliseconds: number
  notes: RequestNotes
}

/**
 * Returns the wrapper of all requests. It answers `within` the deadline, sets the request's id as
 * `X-Request-Id` and writes one log line. An uncaught error becomes the contract's 500.
 * `onAnswered` is called after every answer.
 */
export function observer(
  log: Logger,
  within: <T>(answer: () => T) => T,
  onAnswered?: (answered: Answered) => void,
) {
  return (request: Request, answer: () => Response | Promise<Response>) =>
    forRequest(requestId(request.headers), async (notes) => {
      const began = performance.now()
      const path = maskedPath(request.url)
      let response: Response
      try {
        response = await within(answer)
      } catch (error) {
        log.error(`${request.method} ${path} failed`, { error: redacted(error) })
        response = errorAnswer(request, new ApiError('internal', unexpected))
      }
      const milliseconds = performance.now() - began
      const { status } = response
      const cache = status === 304 ? '304' : (response.headers.get('x-served-from') ?? undefined)
      log[status >= 500 ? 'warn' : 'info']('request', {
        door: doorOf(path),
        method: request.method,
        path,
        operation: notes.operation,
        status,
        ms: rounded(milliseconds),
        db_ms: rounded(notes.databaseMs),
        cache,
      })
      onAnswered?.({ path, status, cache, milliseconds, notes })
      return withNotes(response, notes, milliseconds)
    })
}

const unexpected = 'Something went wrong on our side. Try again later.'

function doorOf(path: string): string {
  if (path === mcp.path) return 'mcp'
  return /^\/api(?:\/|$)/.test(path) ? 'rest' : 'page'
}

function withNotes(response: Response, notes: RequestNotes, milliseconds: number): Response {
  // The headers of `Response.redirect()` cannot be changed, so the response is copied.
  const answer = isChangeable(response) ? response : new Response(response.body, response)
  answer.headers.set('x-request-id', notes.id)
  // An answer that must not be stored has no Server-Timing: durations could reveal a pending
  // listing.
  if (!/no-store/.test(answer.headers.get('cache-control') ?? 'no-store'))
    answer.headers.set(
      'server-timing',
      `total;dur=${rounded(milliseconds)}, db;dur=${rounded(notes.databaseMs)}`,
    )
  return answer
}

function isChangeable({ headers }: Response): boolean {
  try {
    headers.delete('x-request-id')
    return true
  } catch {
    return false
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
