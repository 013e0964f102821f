import type { LimitState } from '#contract/limits.ts'

/**
 * What a limited answer says of its limit, as draft-ietf-httpapi-ratelimit-headers-11 writes it:
 * `"catalogue_reads";q=120;w=60` and `"catalogue_reads";r=119;t=42`. Whose partition it is goes
 * without saying: the caller's. An answer that a shared cache gives to others has the policy alone.
 */
export function limitHeaders(
  limit: LimitState | undefined,
  isShared = false,
): Record<string, string> {
  if (!limit) return {}
  const { bucket, tokens, seconds, remaining, resetSeconds } = limit
  const policy = { 'ratelimit-policy': `"${bucket}";q=${tokens};w=${seconds}` }
  if (isShared) return policy
  return { ...policy, ratelimit: `"${bucket}";r=${remaining};t=${resetSeconds}` }
}
