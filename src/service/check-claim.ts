import type { ClaimWay } from '#contract/enums.ts'
import { ApiError } from '#contract/errors.ts'
import { submissionBuckets } from '#contract/limits.ts'
import * as contract from '#contract/operations/check-claim.ts'
import type { ClaimLook } from '#contract/resources/claim.ts'
import { type Claim, findClaim, findClaimed } from '#db/queries/claims.ts'
import { heedGitHub } from '#editorial/heed-github.ts'
import { settleClaim } from '#editorial/settle-claim.ts'
import { sideEffects } from '#editorial/side-effects.ts'
import { addressBlock } from '#limits/address-block.ts'
import { type ClaimPlaces, claimPlaces } from '#proof/claims/claim-places.ts'
import { type SeenAt, lookForClaim } from '#proof/claims/look-for-claim.ts'
import { beyondRequest } from '#request-deadline.ts'
import { handling } from './answer.ts'
import { refuseUntil } from './failure.ts'
import type { Service } from './service.ts'

/**
 * POST /claims/{claim}/check: looks for the proof of a claim in every place now, and settles the
 * claim by the strongest one that is found.
 */
export const checkClaim = handling(
  contract.checkClaim,
  async ({ params: { claim: id }, address }, service) => {
    const { db, network, settings, clock, catalog, limiter } = service
    const opened = await findOpened(db, id)
    const look = { addressBlock: addressBlock(address), claim: opened?.claim.id }
    refuseUntil(await limiter.count(limiter.slots.ofLook(look)), looksRule)
    if (!opened)
      throw new ApiError('not_found', 'There is no such claim. Start a new one with POST /claims.')
    const { claim } = opened
    const looked: ClaimLook[] = []
    if (claim.state === 'open' || claim.state === 'lapsed') {
      const { fetch, resolveTxt } = network
      const gitHub = heedGitHub(db, { fetch, token: settings.recheck?.token, clock })
      const looks = await lookForClaim(opened, { gitHub, resolveTxt })
      looked.push(...looks)
      const [seen] = looks.flatMap(({ way, proof }) => (proof ? [{ way, at: proof }] : []))
      if (seen) looked.push(...(await settleSeen(claim, seen, service)))
    }
    const now = await beyondRequest(() => findClaim(db, id))
    const listing = now?.product_id ? await beyondRequest(() => findClaimed(db, now)) : undefined
    // A claim is no secret, so a listing that is not public stays unnamed.
    const isPublic = listing && (await catalog.current()).product(listing.slug) !== undefined
    const slug = isPublic ? listing.slug : null
    return { status: 200, body: { claim: id, state: now?.state ?? 'open', slug, looked } }
  },
)

/** A claim with its places; undefined if it is unknown or its listing is gone. */
export async function findOpened(
  db: Service['db'],
  id: string,
): Promise<{ claim: Claim; places: ClaimPlaces } | undefined> {
  const claim = await findClaim(db, id)
  if (!claim) return undefined
  const { domain, registrable_domain } = claim
  const product = await findClaimed(db, claim)
  // The places of a claim by address are those that the claimant named, whatever is listed.
  if (domain !== null && registrable_domain !== null) {
    const named = { domain, registrable_domain, repository: null, kept: product?.kept ?? null }
    return { claim, places: claimPlaces(named) }
  }
  return product && { claim, places: claimPlaces(product) }
}

const { look_claim: one, look_all: all } = submissionBuckets
const looksRule = `At most ${one.tokens} looks in ${one.seconds} seconds, from one address or at one claim, and ${all.tokens} an hour by everybody`

/**
 * Settles a claim whose proof was seen, and runs the side effects. Returns what is to be added to
 * what was looked at.
 */
async function settleSeen(
  claim: Claim,
  { way, at }: { way: ClaimWay; at: SeenAt },
  service: Service,
): Promise<ClaimLook[]> {
  const { db, clock, urls, mailer, builder, afterAnswer, wrote } = service
  const { where } = at
  const listing = await beyondRequest(() => findClaimed(db, claim))
  if (!listing) {
    const message = `The proof is there, but ${claim.domain ?? 'the product'} is not submitted yet. Submit it first: ${urls.submitForm}`
    return [{ way, where, code: 'not_listed', message }]
  }
  const proof = { ...at, on: clock().toISOString().slice(0, 10) }
  const toSettle = { id: claim.id, slug: listing.slug, way, proof }
  const outcome = await beyondRequest(() => settleClaim(db, toSettle, urls))
  if (outcome.outcome === 'done') {
    wrote({ write: 'claim', slug: listing.slug })
    const backend = { db, mailer: async () => mailer, builder, afterAnswer }
    await afterAnswer(beyondRequest(() => sideEffects(backend, outcome)))
  }
  return []
}
