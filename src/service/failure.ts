import { isCatalogUnreadable } from '#catalog/unreadable.ts'
import { ApiError } from '#contract/errors.ts'
import type { LimitState } from '#contract/limits.ts'
import { isDatabaseAway } from '#db/failure.ts'
import { noteRefusal } from '#log/request.ts'
import type { Service } from './service.ts'

/** What a client is told to wait when the database is away, or the catalogue damaged. */
export const awayRetrySeconds = 60

/**
 * A failure as the contract tells it: expected ones as they are, all others logged under the name
 * of what failed and without their text.
 */
export function asApiError(log: Service['log'], what: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  log(`${what} failed`, error)
  const away = awayFrom(error)
  if (away === undefined)
    return new ApiError('internal', 'Something went wrong on our side. Try again later.')
  const message = `${away} at the moment. Try again in a minute.`
  return new ApiError('unavailable', message, { retryAfterSeconds: awayRetrySeconds })
}

function awayFrom(error: unknown): string | undefined {
  if (isDatabaseAway(error)) return 'The database cannot be reached'
  if (isCatalogUnreadable(error)) return 'The catalogue cannot be read'
  return undefined
}

/** A rate limit is used up. */
export function rateLimited(retryAfterSeconds: number, rule: string, limit?: LimitState): ApiError {
  noteRefusal(limit?.bucket ?? 'submissions')
  return new ApiError('rate_limited', `${rule}. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
    ...(limit ? { limit } : {}),
  })
}
