import type { Ratelimit } from '@upstash/ratelimit'
import type { VercelKV } from '@vercel/kv'
import type { ReadBucket, ReadPolicy } from '#contract/limits.ts'
import { keyedHash } from './keyed-hash.ts'
import type { ReadLimiter, ReadPolicies, TakenRead } from './read-limiter.ts'
import { type LimitStore, UnbelievableAnswer } from './store.ts'

/** How far the clocks of two instances may be apart before their answers are not believed. */
const clockSlackMs = 5_000

/** Refused clients that are remembered; a full memory forgets the oldest, which are then asked for. */
const mostClients = 20_000

/**
 * Counts reads for all instances together. When the store is away, reads pass. Decision, Limits on
 * reads.
 */
export function storeReadLimiter(
  store: LimitStore,
  policies: ReadPolicies,
  secret: string,
  clock: () => Date,
): ReadLimiter {
  const limiters = new Map<ReadBucket, Ratelimit>()
  // Whoever was refused is refused until their bucket is full, without asking: a flood must not cost
  // a question for each of its requests.
  const refused = new Map<string, { until: number }>()

  const limiterOf = async (bucket: ReadBucket, redis: VercelKV) => {
    const known = limiters.get(bucket)
    if (known) return known
    const { Ratelimit: Limiter } = await import('@upstash/ratelimit')
    const { tokens, seconds } = policies[bucket]
    const made = new Limiter({
      redis,
      // Of the library's windows, the one whose wait is true: its sliding window names the end of the
      // minute, when the minute before still counts in full.
      limiter: Limiter.tokenBucket(tokens, `${seconds} s`, tokens),
      prefix: `proofstack:reads:${bucket}`,
      analytics: false,
      // Its own memory of who was refused grows without end.
      ephemeralCache: false,
      // The client has the deadline; this is for a client that forgets it.
      timeout: 2 * store.deadlineMs,
    })
    limiters.set(bucket, made)
    return made
  }

  return {
    take: async (bucket, addressBlock) => {
      const { tokens, seconds } = policies[bucket]
      const policy = { bucket, tokens, seconds }
      const key = keyedHash(secret, `address:${addressBlock}`)
      const refusal = refused.get(`${bucket} ${key}`)
      const leftMs = refusal ? refusal.until - store.now() : 0
      if (leftMs > 0) {
        const resetSeconds = Math.ceil(leftMs / 1000)
        return { isRefused: true, limit: { ...policy, remaining: 0, resetSeconds } }
      }
      const taken = await store.ask(async (redis) => {
        const told = await (await limiterOf(bucket, redis)).limit(key)
        // The library lets pass what took too long, and says so here alone.
        if (told.reason === 'timeout') throw new Error('the store did not answer in time')
        return believed(told, policy, clock().getTime())
      })
      if (taken?.isRefused) {
        makeRoom(refused, store.now())
        const until = store.now() + taken.limit.resetSeconds * 1000
        refused.set(`${bucket} ${key}`, { until })
      }
      return taken
    },
  }
}

// The library takes whatever is answered for numbers.
function believed(
  { success, remaining, reset }: { success: boolean; remaining: number; reset: number },
  policy: ReadPolicy & { bucket: ReadBucket },
  now: number,
): TakenRead {
  const { tokens, seconds } = policy
  const resetMs = reset - now
  const isPossible =
    Number.isInteger(remaining) &&
    remaining >= 0 &&
    (success || remaining === 0) &&
    resetMs > -clockSlackMs &&
    resetMs <= seconds * 1000 + clockSlackMs
  if (!isPossible)
    throw new UnbelievableAnswer(`${remaining} of ${tokens} left, full again in ${resetMs} ms`)
  const resetSeconds = Math.min(seconds, Math.max(1, Math.ceil(resetMs / 1000)))
  // A bucket of before the operator made it smaller may hold more.
  const limit = { ...policy, remaining: Math.min(remaining, tokens - 1), resetSeconds }
  return { isRefused: !success, limit }
}

// What is over goes first; when nothing is, the oldest.
function makeRoom(clients: Map<string, { until: number }>, at: number): void {
  if (clients.size < mostClients) return
  for (const [key, { until }] of clients) {
    if (until > at && clients.size < mostClients) return
    clients.delete(key)
  }
}
