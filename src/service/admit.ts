import type { LimitBucket, LimitState, ReadBucket } from '#contract/limits.ts'
import { addressBlock } from '#limits/address-block.ts'
import { rateLimited } from './failure.ts'
import { refuseWhileRestricted } from './restriction.ts'
import type { Service } from './service.ts'

type Admission = (address: string, service: Service) => Promise<LimitState | undefined>

/** What stands before an operation is even read, by the bucket that counts it. */
const admissions = {
  catalogue_reads: admitRead('catalogue_reads'),
  search_reads: admitRead('search_reads'),
  // Decision, Submit: attempts of any outcome are capped per address, so that refusals are no
  // oracle.
  submit: async (address, { limiter }) => {
    const wait = await limiter.takeAttempt(addressBlock(address))
    if (wait > 0) throw rateLimited(wait, 'Too many attempts from this address')
    return undefined
  },
} as const satisfies Record<LimitBucket, Admission>

/**
 * Lets a call in and tells what is left of its limit, if it has one; or throws the wait. What
 * restricts everybody comes before what counts anybody, and before every answer that is kept.
 */
export async function admit(
  bucket: LimitBucket,
  address: string,
  service: Service,
): Promise<LimitState | undefined> {
  await refuseWhileRestricted(bucket === 'submit' ? 'submission' : 'reading', service)
  return admissions[bucket](address, service)
}

function admitRead(bucket: ReadBucket): Admission {
  return async (address, { readLimiter }) => {
    const taken = await readLimiter?.take(bucket, addressBlock(address))
    if (!taken?.isRefused) return taken?.limit
    const { limit } = taken
    const rule = `At most ${limit.tokens} such requests in ${limit.seconds} seconds from one address`
    throw rateLimited(limit.resetSeconds, rule, limit)
  }
}
