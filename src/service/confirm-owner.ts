import { confirmedOwnerStatus } from '#core/owner-claim.ts'
import { findOpenOwnerClaim, setOwnerVerified } from '#db/queries/owner-claims.ts'
import { hashOf } from '#db/queries/secret.ts'
import { orAway } from './failure.ts'
import type { Service } from './service.ts'

/**
 * Reads a verification link. Uses it up only if `isConfirmed`, which a POST has, because mail
 * scanners open links with GET. `name` is that of the listing, written by its owner.
 */
export function confirmOwner(
  { token, isConfirmed }: { token: string; isConfirmed: boolean },
  { db, clock, log }: Pick<Service, 'db' | 'clock' | 'log'>,
): Promise<{ kind: 'open' | 'confirmed'; name: string } | { kind: 'unknown' | 'away' }> {
  const link = { tokenHash: hashOf(token), at: clock() }
  return orAway(log, 'a verification link could not be read', async () => {
    const claim = await findOpenOwnerClaim(db, link)
    if (!claim) return { kind: 'unknown' }
    if (!isConfirmed) return { kind: 'open', name: claim.name }
    const status = confirmedOwnerStatus(claim.email, claim)
    const isFirst = await setOwnerVerified(db, { ...link, status })
    return isFirst ? { kind: 'confirmed', name: claim.name } : { kind: 'unknown' }
  })
}
