import {
  type LimitBucket,
  type LimitState,
  type ReadBucket,
  submissionBuckets,
} from '#contract/limits.ts'
import { addressBlock } from '#limits/address-block.ts'
import { rateLimited } from './failure.ts'
import { refuseWhileRestricted } from './restriction.ts'
import type { Service } from './service.ts'

/**
 * Admits a call and returns the state of its rate limit, if it has one. Throws `restricted` or
 * `rate_limited`. `isCounted` is true if the page that makes the call was counted already.
 */
export async function admit(
  bucket: LimitBucket,
  { address, isCounted }: { address: string; isCounted?: true | undefined },
  service: Service,
): Promise<LimitState | undefined> {
  await refuseWhileRestricted(bucket === 'submit' ? 'submission' : 'reading', service)
  if (bucket === 'submit') return countAttempt(address, service)
  return isCounted ? undefined : countRead(bucket, address, service)
}

/**
 * Counts a read by an IP address. Returns the state of the rate limit, or throws `rate_limited`.
 */
export async function countRead(
  bucket: ReadBucket,
  address: string,
  { readLimiter }: Pick<Service, 'readLimiter'>,
): Promise<LimitState | undefined> {
  const taken = await readLimiter?.take(bucket, addressBlock(address))
  if (!taken?.isRefused) return taken?.limit
  const { limit } = taken
  const rule = `At most ${limit.tokens} such requests in ${limit.seconds} seconds from one address`
  throw rateLimited(limit.resetSeconds, rule, limit)
}

/**
 * Counts a status query with an e-mail address, or throws `rate_limited`. It runs before the
 * database is read, so that a pending and an unknown slug are refused in the same way.
 */
export async function countStatus(
  { address, slug }: { address: string; slug: string },
  { limiter }: Pick<Service, 'limiter'>,
): Promise<void> {
  const { tokens, seconds } = submissionBuckets.status_address
  const wait = await limiter.takeStatus({ addressBlock: addressBlock(address), slug })
  const rule = `At most ${tokens} questions by e-mail in ${seconds} seconds, from one address or about one product`
  if (wait > 0) throw rateLimited(wait, rule)
}

// Decisions, Submit: all attempts count, whatever their outcome, so that their refusals reveal
// nothing about other submissions.
async function countAttempt(
  address: string,
  { limiter }: Pick<Service, 'limiter'>,
): Promise<undefined> {
  const wait = await limiter.takeAttempt(addressBlock(address))
  if (wait > 0) throw rateLimited(wait, 'Too many attempts from this address')
}
