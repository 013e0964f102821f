import type { Ratelimit } from '@upstash/ratelimit'
import type { VercelKV } from '@vercel/kv'
import type { ReadBucket, ReadPolicy } from '#contract/limits.ts'
import { keyedHash } from './keyed-hash.ts'
import type { ReadLimiter, ReadPolicies } from './read-limiter.ts'
import { type LimitStore, InvalidAnswer } from './store.ts'

/** How far the clocks of two instances may differ before an answer counts as invalid. */
const clockSlackMs = 5_000

/**
 * Counts requests that read for all instances together, in the rate-limit store.
 * Decisions, Limits on reads: "The process counts first and asks the store only for addresses that
 * have used a tenth of their bucket here; when the store is down or silent, the process alone counts
 * reads". So a flood of one client costs at most one bucket of calls.
 */
export function storeReadLimiter(
  store: LimitStore,
  here: ReadLimiter,
  policies: ReadPolicies,
  secret: string,
  clock: () => Date,
): ReadLimiter {
  const limiters = new Map<ReadBucket, Ratelimit>()

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
      const own = await here.take(bucket, addressBlock)
      const { tokens, seconds, remaining } = own.limit
      if (own.isRefused || tokens - remaining <= tokens / 10) return own
      const policy = { bucket, tokens, seconds }
      const key = keyedHash(secret, `address:${addressBlock}`)
      const taken = await store.ask(async (redis) => {
        const answer = await (await limiterOf(bucket, redis)).limit(key)
        // After its timeout the library reports success; only `reason` shows the timeout.
        if (answer.reason === 'timeout') throw new Error('the store did not answer in time')
        return validated(answer, policy, clock().getTime())
      })
      // The store did not count the first requests here, nor those during an outage.
      return taken && taken.limit.remaining <= remaining ? taken : own
    },
  }
}

// Checks the store's answer, because the library does not check its types.
function validated(
  { success, remaining, reset }: { success: boolean; remaining: number; reset: number },
  policy: ReadPolicy & { bucket: ReadBucket },
  now: number,
) {
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
