import { hashOf } from '#db/queries/secret.ts'
import { findClaimByToken } from '#db/queries/claims.ts'
import { maskedEmail } from '#core/owner-claim.ts'
import { waysOf } from './claim-listing.ts'
import type { Service } from './service.ts'
import { findOpened } from './check-claim.ts'

/** A claim as a page shows it. */
export type ShownClaim = NonNullable<Awaited<ReturnType<typeof findShownClaim>>>

/**
 * A claim by its id; undefined if there is none. It does not name the listing, and `for` is the
 * masked address of the claimant.
 */
export async function findShownClaim(id: string, { db }: Pick<Service, 'db'>) {
  const opened = await findOpened(db, id)
  if (!opened) return undefined
  const { claim, places } = opened
  return { id, state: claim.state, ways: waysOf(claim, places), for: maskedEmail(claim.email) }
}

/** The claim whose mail had a manage link with this token, for a link that opens nothing yet. */
export async function findClaimOfLink(token: string, service: Pick<Service, 'db'>) {
  const claim = await findClaimByToken(service.db, hashOf(token))
  return claim && findShownClaim(claim.id, service)
}
