import {
  type LimitBucket,
  type LimitState,
  type ReadBucket,
  submissionBuckets,
} from '#contract/limits.ts'
import { addressBlock } from '#limits/address-block.ts'
import { rateLimited, refuseUntil } from './failure.ts'
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

/** Counts a read by an IP address. Returns the state of its limit, or throws `rate_limited`. */
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
 * Counts a question that an e-mail address answers, for its IP address, or throws `rate_limited`.
 * Returns a function that uncounts it.
 */
export async function countQuestion(
  address: string,
  { limiter }: Pick<Service, 'limiter'>,
): Promise<() => Promise<void>> {
  const { tokens, seconds } = submissionBuckets.status_address
  const { wait, undo } = await limiter.takeQuestion(addressBlock(address))
  refuseUntil(wait, `At most ${tokens} questions by e-mail in ${seconds} seconds from one address`)
  return undo
}

/**
 * Finds what an e-mail address opens. Wrong addresses count, for a pending and an unknown slug
 * alike; a right one is never refused for the guesses of others.
 */
export async function findByEmail<T>(
  { address, slug }: { address: string; slug: string },
  service: Pick<Service, 'limiter'>,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { limiter } = service
  const undo = await countQuestion(address, service)
  const found = await find()
  if (found) await undo()
  const wait = found ? 0 : await limiter.count(limiter.slots.ofWrongAnswer(slug))
  const { tokens, seconds } = submissionBuckets.status_slug
  const rule = `At most ${tokens} wrong e-mail addresses in ${seconds} seconds about one product`
  refuseUntil(wait, rule)
  return found
}

// Decisions, Submit: all attempts count, whatever their outcome, so that their refusals reveal
// nothing about other submissions.
async function countAttempt(
  address: string,
  { limiter }: Pick<Service, 'limiter'>,
): Promise<undefined> {
  const wait = await limiter.count(limiter.slots.ofAttempt(addressBlock(address)))
  refuseUntil(wait, 'Too many attempts from this address')
}
