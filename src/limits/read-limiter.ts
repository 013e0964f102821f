import type { LimitState, ReadBucket, ReadPolicy } from '#contract/limits.ts'
import { keyedHash } from './keyed-hash.ts'

/** What counting a read came to. */
export interface TakenRead {
  isRefused: boolean
  limit: LimitState
}

/** Counts reads, each in its bucket and for a block of addresses. */
export interface ReadLimiter {
  /** Undefined when nobody could count: the read passes. */
  take: (bucket: ReadBucket, addressBlock: string) => Promise<TakenRead | undefined>
}

export type ReadPolicies = Readonly<Record<ReadBucket, ReadPolicy>>

/** READ_LIMITS has six digits at most. */
const countBits = 20n
const countMask = (1n << countBits) - 1n

/**
 * The limiter of one process, for READ_LIMITS=on without a store. A bucket opens with the first
 * request and is full again when its time is over. All threads count in `counts`: 8 bytes a slot, the
 * end of the window and how many were counted. The slot is chosen by a keyed hash, so two clients may
 * share one: of 131,072 slots (1 MiB) and 1,000 clients a minute, one client in 130 does. `now` is in
 * whole milliseconds, never goes back, and is the same in all threads.
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

  const slotOf = (bucket: ReadBucket, addressBlock: string): number => {
    const hash = Buffer.from(keyedHash(secret, `${bucket}:${addressBlock}`), 'base64url')
    return hash.readUInt32LE() % slots.length
  }

  return {
    take: async (bucket, addressBlock) => {
      const { tokens, seconds } = policies[bucket]
      const slot = slotOf(bucket, addressBlock)
      const at = now()
      for (;;) {
        const before = Atomics.load(slots, slot)
        const isOpen = Number(before >> countBits) > at
        const end = isOpen ? Number(before >> countBits) : at + seconds * 1000
        const taken = isOpen ? Number(before & countMask) : 0
        const isRefused = taken >= tokens
        const after = isRefused ? before : (BigInt(end) << countBits) | BigInt(taken + 1)
        // Another thread may have counted in between: then its count is read first.
        if (Atomics.compareExchange(slots, slot, before, after) !== before) continue
        const remaining = isRefused ? 0 : tokens - taken - 1
        const resetSeconds = Math.ceil((end - at) / 1000)
        return { isRefused, limit: { bucket, tokens, seconds, remaining, resetSeconds } }
      }
    },
  }
}
