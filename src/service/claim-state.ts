import { hashOf } from '#db/queries/secret.ts'
import { findClaimByToken } from '#db/queries/claims.ts'
import type { ClaimPlace } from '#contract/resources/claim.ts'
import type { ClaimState } from '#contract/enums.ts'
import { maskedEmail } from '#core/owner-claim.ts'
import { waysOf } from './claim-listing.ts'
import type { Service } from './service.ts'
import { findOpened } from './check-claim.ts'

/** A claim as a page shows it. */
export interface ShownClaim {
  id: string
  state: ClaimState
  ways: ClaimPlace[]
  /** The masked address of the claimant. */
  for: string
}

/** A claim by its id; undefined if there is none. It does not name the listing. */
export async function findShownClaim(
  id: string,
  { db }: Pick<Service, 'db'>,
): Promise<ShownClaim | undefined> {
  const opened = await findOpened(db, id)
  if (!opened) return undefined
  const { claim, places } = opened
  return { id, state: claim.state, ways: waysOf(claim, places), for: maskedEmail(claim.email) }
}

/** The claim whose mail had a manage link with this token, for a link that opens nothing yet. */
export async function findClaimOfLink(
  token: string,
  service: Pick<Service, 'db'>,
): Promise<ShownClaim | undefined> {
  const claim = await findClaimByToken(service.db, hashOf(token))
  return claim && findShownClaim(claim.id, service)
}
