import { isCatalogUnreadable } from '#catalog/unreadable.ts'
import { ApiError } from '#contract/errors.ts'
import type { LimitState } from '#contract/limits.ts'
import { isDatabaseAway } from '#db/connection/failure.ts'
import { note } from '#log/request.ts'
import type { Service } from './service.ts'

/** The Retry-After in seconds, while the database or the catalogue cannot be read. */
export const awayRetrySeconds = 60

/**
 * Turns any error into an ApiError. An unexpected error is logged with `what`, the name of the
 * failed handler, and its message stays private.
 */
export function asApiError(log: Service['log'], what: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  log(`${what} failed`, error)
  const cause = isDatabaseAway(error)
    ? 'The database cannot be reached'
    : isCatalogUnreadable(error) && 'The catalogue cannot be read'
  if (!cause) return new ApiError('internal', 'Something went wrong on our side. Try again later.')
  const message = `${cause} at the moment. Try again in a minute.`
  return new ApiError('unavailable', message, { retryAfterSeconds: awayRetrySeconds })
}

/** What a page for owners reads; `away` if that fails for no reason of the visitor, which is logged. */
export async function orAway<T>(
  log: Service['log'],
  problem: string,
  read: () => Promise<T>,
): Promise<T | { kind: 'away' }> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError) throw error
    log(problem, error)
    return { kind: 'away' }
  }
}

/** Throws the 429 error of a rate limit that has no room for `wait` seconds; 0 is room. */
export function refuseUntil(wait: number, rule: string): void {
  if (wait > 0) throw rateLimited(wait, rule)
}

/** The 429 error of a rate limit. It is also counted for the metrics. */
export function rateLimited(retryAfterSeconds: number, rule: string, limit?: LimitState): ApiError {
  note({ refusedBy: limit?.bucket ?? 'submissions' })
  return new ApiError('rate_limited', `${rule}. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
    ...(limit ? { limit } : {}),
  })
}
