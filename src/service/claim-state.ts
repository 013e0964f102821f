import { hashOf } from '#db/queries/secret.ts'
import { findClaimByToken } from '#db/queries/claims.ts'
import type { ClaimPlace } from '#contract/resources/claim.ts'
import type { ClaimState } from '#contract/enums.ts'
import { waysOf } from './claim-listing.ts'
import type { Service } from './service.ts'
import { findOpened } from './settle-claim.ts'

/** A claim as a page shows it. */
export interface ShownClaim {
  id: string
  state: ClaimState
  ways: ClaimPlace[]
}

/** A claim by its id; undefined if there is none. It names neither the listing nor the claimant. */
export async function findShownClaim(
  id: string,
  { db }: Pick<Service, 'db'>,
): Promise<ShownClaim | undefined> {
  const opened = await findOpened(db, id)
  if (!opened) return undefined
  const { claim, places } = opened
  return { id, state: claim.state, ways: waysOf(id, places) }
}

/** The claim whose mail had a manage link with this token, for a link that opens nothing yet. */
export async function findClaimOfLink(
  token: string,
  service: Pick<Service, 'db'>,
): Promise<ShownClaim | undefined> {
  const claim = await findClaimByToken(service.db, hashOf(token))
  return claim && findShownClaim(claim.id, service)
}
