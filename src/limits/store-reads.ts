import type { Ratelimit } from '@upstash/ratelimit'
import type { VercelKV } from '@vercel/kv'
import type { ReadBucket, ReadPolicy } from '#contract/limits.ts'
import { keyedHash } from './keyed-hash.ts'
import type { ReadLimiter, ReadPolicies, TakenRead } from './read-limiter.ts'
import { type LimitStore, InvalidAnswer } from './store.ts'

/** How far the clocks of two instances may differ before an answer counts as invalid. */
const clockSlackMs = 5_000

/**
 * How many refused clients are remembered. Beyond that the oldest is forgotten, and the store is
 * asked about that client again.
 */
const mostClients = 20_000

/**
 * Counts requests that read for all instances together, in the rate-limit store. When the store is
 * unreachable, requests pass (Decisions, Limits on reads).
 */
export function storeReadLimiter(
  store: LimitStore,
  policies: ReadPolicies,
  secret: string,
  clock: () => Date,
): ReadLimiter {
  const limiters = new Map<ReadBucket, Ratelimit>()
  // A client that the store refused stays refused until its bucket is full, without another call to
  // the store: a flood must not cost a call for each request.
  const refused = new Map<string, { until: number }>()

  const limiterOf = async (bucket: ReadBucket, redis: VercelKV) => {
    const known = limiters.get(bucket)
    if (known) return known
    const { Ratelimit: Limiter } = await import('@upstash/ratelimit')
    const { tokens, seconds } = policies[bucket]
    const made = new Limiter({
      redis,
      // The token bucket reports a true wait. The library's sliding window reports the end of the
      // current minute, although this minute then still counts in full.
      limiter: Limiter.tokenBucket(tokens, `${seconds} s`, tokens),
      prefix: `proofstack:reads:${bucket}`,
      analytics: false,
      // Off: the library's own memory of refused clients grows without end.
      ephemeralCache: false,
      // A second deadline, in case that of the HTTP client does not fire.
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
        const answer = await (await limiterOf(bucket, redis)).limit(key)
        // After its timeout the library reports success; only `reason` shows the timeout.
        if (answer.reason === 'timeout') throw new Error('the store did not answer in time')
        return validated(answer, policy, clock().getTime())
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

// Checks the store's answer, because the library does not check its types.
function validated(
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
    throw new InvalidAnswer(`${remaining} of ${tokens} left, full again in ${resetMs} ms`)
  const resetSeconds = Math.min(seconds, Math.max(1, Math.ceil(resetMs / 1000)))
  // `remaining` may exceed `tokens` if the operator lowered the limit after the bucket was created.
  const limit = { ...policy, remaining: Math.min(remaining, tokens - 1), resetSeconds }
  return { isRefused: !success, limit }
}

// Removes clients whose wait is over; if there are none, the oldest client.
function makeRoom(clients: Map<string, { until: number }>, at: number): void {
  if (clients.size < mostClients) return
  for (const [key, { until }] of clients) {
    if (until > at && clients.size < mostClients) return
    clients.delete(key)
  }
}
