import { parse } from 'tldts'
import type { OwnerClaimStatus } from '#contract/enums.ts'

/**
 * Decisions, Owner verification: "`domain_verified` when the verified address is at the
 * listing's registrable domain". On a code host the registrable domain belongs to the host, so an
 * address there proves nothing.
 */
export function confirmedOwnerStatus(
  email: string,
  listing: { domain: string; registrable_domain: string },
): OwnerClaimStatus {
  if (listing.domain.includes('/')) return 'email_verified'
  const host = email.slice(email.lastIndexOf('@') + 1)
  const { domain } = parse(host, { allowPrivateDomains: true, validateHostname: false })
  return domain !== null && domain === listing.registrable_domain
    ? 'domain_verified'
    : 'email_verified'
}

/** An address that says for whom a claim is without giving it away, such as `j…@example.com`. */
export function maskedEmail(email: string): string {
  return `${[...email][0] ?? ''}…${email.slice(email.lastIndexOf('@'))}`.toLowerCase()
}
