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
 * Lets a call in and returns what is left of its limit, if it has one; or throws the wait. A
 * restriction of everybody comes before the count, and before every answer that is kept. `isCounted`
 * says that the page around the call has counted its read.
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

/** Counts a read from an address and returns what is left of its limit, or throws the wait. */
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
 * Counts a question that only the e-mail of a listing answers, before anything is looked up: a
 * pending slug and an unknown one are refused alike. Throws the wait.
 */
export async function countStatus(
  asked: { address: string; slug: string },
  { limiter }: Pick<Service, 'limiter'>,
): Promise<void> {
  const { tokens, seconds } = submissionBuckets.status_address
  const wait = await limiter.takeStatus({
    addressBlock: addressBlock(asked.address),
    slug: asked.slug,
  })
  const rule = `At most ${tokens} questions by e-mail in ${seconds} seconds, from one address or about one product`
  if (wait > 0) throw rateLimited(wait, rule)
}

// Decision, Submit: attempts of any outcome are capped per address, so that refusals are no oracle.
async function countAttempt(
  address: string,
  { limiter }: Pick<Service, 'limiter'>,
): Promise<undefined> {
  const wait = await limiter.takeAttempt(addressBlock(address))
  if (wait > 0) throw rateLimited(wait, 'Too many attempts from this address')
}
