import type { LimitState, ReadBucket, ReadPolicy } from '#contract/limits.ts'

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

/** A full memory forgets whoever came first: whoever asks from that many addresses has no limit. */
const mostClients = 20_000

/**
 * The limiter of one process, for READ_LIMITS=on without a store. A bucket opens with the first
 * request and is full again when its time is over. `now` is in milliseconds and never goes back.
 */
export function processReadLimiter(policies: ReadPolicies, now: () => number): ReadLimiter {
  const buckets = new Map<string, { left: number; until: number }>()
  return {
    take: (bucket, addressBlock) => {
      const policy = policies[bucket]
      const key = `${bucket} ${addressBlock}`
      const at = now()
      let open = buckets.get(key)
      if (!open || open.until <= at) {
        // Put in anew, so that the order of the map is that of the ends, within a bucket's length.
        buckets.delete(key)
        makeRoom(buckets, at)
        open = { left: policy.tokens, until: at + policy.seconds * 1000 }
        buckets.set(key, open)
      }
      const isRefused = open.left === 0
      if (!isRefused) open.left--
      const resetSeconds = Math.ceil((open.until - at) / 1000)
      return Promise.resolve({
        isRefused,
        limit: { bucket, ...policyOf(policy), remaining: open.left, resetSeconds },
      })
    },
  }
}

/** The numbers of a policy alone. */
export function policyOf({ tokens, seconds }: ReadPolicy): ReadPolicy {
  return { tokens, seconds }
}

/** Keeps a memory of clients bounded: what is over goes first; when nothing is, the oldest. */
export function makeRoom(clients: Map<string, { until: number }>, at: number): void {
  if (clients.size < mostClients) return
  for (const [key, { until }] of clients) {
    if (until > at && clients.size < mostClients) return
    clients.delete(key)
  }
}
