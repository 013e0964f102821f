import type { LimitState } from '#contract/limits.ts'

/**
 * Rate-limit headers of draft-ietf-httpapi-ratelimit-headers-11, such as
 * `"catalogue_reads";q=120;w=60` for the policy and `"catalogue_reads";r=119;t=42` for the state. A
 * response that a shared cache stores has only the policy, because the state is that of one client.
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
