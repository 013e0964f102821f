import { ApiError } from '#contract/errors.ts'
import type { LimitState } from '#contract/limits.ts'
import { isDatabaseAway } from '#db/failure.ts'
import type { Service } from './service.ts'

/** What a client is told to wait when the database is away. */
export const awayRetrySeconds = 60

/**
 * A failure as the contract tells it: expected ones as they are, all others logged under the name
 * of what failed and without their text.
 */
export function asApiError(log: Service['log'], what: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  log(`${what} failed`, error)
  if (!isDatabaseAway(error))
    return new ApiError('internal', 'Something went wrong on our side. Try again later.')
  return new ApiError(
    'unavailable',
    'The database cannot be reached at the moment. Try again in a minute.',
    { retryAfterSeconds: awayRetrySeconds },
  )
}

/** A rate limit is used up. */
export function rateLimited(retryAfterSeconds: number, rule: string, limit?: LimitState): ApiError {
  return new ApiError('rate_limited', `${rule}. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
    ...(limit ? { limit } : {}),
  })
}
