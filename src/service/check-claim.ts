import * as contract from '#contract/operations/check-claim.ts'
import type { ClaimChecked } from '#contract/resources/claim.ts'
import { isHostWaiting } from '#db/queries/host-waits.ts'
import { type Look, lookForClaim } from '#proof/claims/look-for-claim.ts'
import { gitHubHosts } from '#proof/repositories/ask-github.ts'
import { handling } from './answer.ts'
import type { Service } from './service.ts'
import { checkedClaim, gitHubOf, isWaiting, openClaim, settleSeen } from './settle-claim.ts'

/** POST /claims/{claim}/check: looks for the proof of a claim now. */
export const checkClaim = handling(
  contract.checkClaim,
  async ({ params: { claim: id }, address }, service) => ({
    status: 200,
    body: await lookAtClaim({ id, address }, service),
  }),
)

/**
 * Looks for the proof of a claim in every place, and settles the claim by the strongest one that is
 * found. Throws `rate_limited` or `not_found`.
 */
export async function lookAtClaim(
  at: { id: string; address: string },
  service: Service,
): Promise<ClaimChecked> {
  const { claim, places } = await openClaim(at, service)
  if (!isWaiting(claim)) return checkedClaim(claim.id, [], service)
  const looks = await lookEverywhere({ id: claim.id, places }, service)
  const [seen] = looks.flatMap(({ way, proof }) => (proof ? [{ way, at: proof }] : []))
  const more = seen ? await settleSeen(claim, seen, service) : []
  const looked = looks.map(({ way, where, code, message }) => ({ way, where, code, message }))
  return checkedClaim(claim.id, [...looked, ...more], service)
}

async function lookEverywhere(
  asked: Parameters<typeof lookForClaim>[0],
  service: Service,
): Promise<Look[]> {
  const { db, network, clock } = service
  const outside = { gitHub: gitHubOf(service), resolveTxt: network.resolveTxt }
  const { repository } = asked.places
  if (repository === null || !(await isHostWaiting(db, gitHubHosts, clock())))
    return lookForClaim(asked, outside)
  const looks = await lookForClaim(asked, outside, ['dns', 'website'])
  const where = `https://github.com/${repository}`
  const message = `GitHub takes no questions of ours at the moment, so ${where} was not looked at. Try again in some minutes.`
  return [
    ...looks,
    { way: 'repository', where, code: 'repository_silent', message, isSilent: true },
  ]
}
