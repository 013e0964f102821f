import type { LimitState, ReadBucket, ReadPolicy } from '#contract/limits.ts'
import { keyedHash } from './keyed-hash.ts'

/** Counts requests that read, by bucket and block of IP addresses. */
export interface ReadLimiter {
  take: (
    bucket: ReadBucket,
    addressBlock: string,
  ) => Promise<{ isRefused: boolean; limit: LimitState }>
}

export type ReadPolicies = Readonly<Record<ReadBucket, ReadPolicy>>

/** The bits of a slot for the count. READ_LIMITS has at most six digits, less than 2^20. */
const countBits = 20n
const countMask = (1n << countBits) - 1n

/**
 * The limiter of one process, alone or in front of a rate-limit store. A window opens with the
 * first request of a client and ends after its seconds. All threads count in `counts`: 8 bytes a
 * slot, for the end of the window and the count. A keyed hash of the client chooses its slot: of
 * 1,000 clients a minute, 1 in 130 shares one of 131,072 slots (1 MiB) with another. `now` is in
 * whole milliseconds, monotonic, and the same in all threads.
 */
export function processReadLimiter({
  policies,
  secret,
  counts = new SharedArrayBuffer(2 ** 20),
  now,
}: {
  policies: ReadPolicies
  secret: string
  counts?: SharedArrayBuffer | undefined
  now: () => number
}): ReadLimiter {
  const slots = new BigUint64Array(counts)

  return {
    take: async (bucket, addressBlock) => {
      const { tokens, seconds } = policies[bucket]
      const hash = Buffer.from(keyedHash(secret, `${bucket}:${addressBlock}`), 'base64url')
      const slot = hash.readUInt32LE() % slots.length
      const at = now()
      for (;;) {
        const before = Atomics.load(slots, slot)
        const isOpen = Number(before >> countBits) > at
        const end = isOpen ? Number(before >> countBits) : at + seconds * 1000
        const taken = isOpen ? Number(before & countMask) : 0
        const isRefused = taken >= tokens
        const after = isRefused ? before : (BigInt(end) << countBits) | BigInt(taken + 1)
        // Another thread changed the slot after it was read: read it again.
        if (Atomics.compareExchange(slots, slot, before, after) !== before) continue
        const remaining = isRefused ? 0 : tokens - taken - 1
        const resetSeconds = Math.ceil((end - at) / 1000)
        return { isRefused, limit: { bucket, tokens, seconds, remaining, resetSeconds } }
      }
    },
  }
}
