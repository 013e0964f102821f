import type { LimitState } from '#contract/limits.ts'

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers-11: `"catalogue_reads";q=120;w=60` and
 * `"catalogue_reads";r=119;t=42`. A response in a shared cache only has the policy.
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
