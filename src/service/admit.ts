import type { LimitBucket } from '#contract/limits.ts'
import { addressBlock } from '#limits/address-block.ts'
import { rateLimited } from './failure.ts'
import type { Service } from './service.ts'

/** What stands before an operation is even read, by the bucket that counts it. */
const admissions = {
  catalogue_reads: null,
  search_reads: null,
  // Decision, Submit: attempts of any outcome are capped per address, so that refusals are no
  // oracle.
  submit: async (address, { limiter }) => {
    const wait = await limiter.takeAttempt(addressBlock(address))
    if (wait > 0) throw rateLimited(wait, 'Too many attempts from this address')
  },
} as const satisfies Record<
  LimitBucket,
  ((address: string, service: Service) => Promise<void>) | null
>

/** Lets a call in, or throws the wait. */
export async function admit(bucket: LimitBucket, address: string, service: Service): Promise<void> {
  await admissions[bucket]?.(address, service)
}
