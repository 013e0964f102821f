// What the check of a claim needs: the claim, its places, and its end.
import type { ClaimWay } from '#contract/enums.ts'
import { ApiError } from '#contract/errors.ts'
import { submissionBuckets } from '#contract/limits.ts'
import type { ClaimChecked, ClaimLook } from '#contract/resources/claim.ts'
import { type Claim, findClaim, findClaimed } from '#db/queries/claims.ts'
import { settleClaim } from '#editorial/settle-claim.ts'
import { sideEffects } from '#editorial/side-effects.ts'
import { addressBlock } from '#limits/address-block.ts'
import { type ClaimPlaces, claimPlaces } from '#proof/claims/claim-places.ts'
import type { SeenAt } from '#proof/claims/look-for-claim.ts'
import type { GitHub } from '#proof/repositories/ask-github.ts'
import { beyondRequest } from '#request-deadline.ts'
import { rateLimited } from './failure.ts'
import type { Service } from './service.ts'

/** A claim with the places in which it can be proved. */
interface OpenedClaim {
  claim: Claim
  places: ClaimPlaces
}

/** Counts a look at a claim, and finds it. Throws `rate_limited` or `not_found`. */
export async function openClaim(
  { id, address }: { id: string; address: string },
  { db, limiter }: Pick<Service, 'db' | 'limiter'>,
): Promise<OpenedClaim> {
  const { tokens, seconds } = submissionBuckets.look_claim
  const wait = await limiter.takeLook({ addressBlock: addressBlock(address), claim: id })
  if (wait > 0)
    throw rateLimited(
      wait,
      `At most ${tokens} looks in ${seconds} seconds, from one address or at one claim`,
    )
  const opened = await findOpened(db, id)
  if (!opened)
    throw new ApiError('not_found', 'There is no such claim. Start a new one with POST /claims.')
  return opened
}

/** A claim with its places; undefined if it is unknown or its listing is gone. */
export async function findOpened(db: Service['db'], id: string): Promise<OpenedClaim | undefined> {
  const claim = await findClaim(db, id)
  if (!claim) return undefined
  const { domain, registrable_domain } = claim
  // The places of a claim by address are those that the claimant named, whatever is listed.
  if (domain !== null && registrable_domain !== null)
    return { claim, places: claimPlaces({ domain, registrable_domain, repository: null }) }
  const product = await findClaimed(db, claim)
  return product && { claim, places: claimPlaces(product) }
}

/** Whether a proof can still settle the claim. */
export function isWaiting({ state }: Claim): boolean {
  return state === 'open' || state === 'lapsed'
}

/** The access to GitHub of this service. */
export function gitHubOf({ network, settings, clock }: Service): GitHub {
  return { fetch: network.fetch, token: settings.recheck?.token, clock }
}

/** The proof of a claim that was seen. */
interface Seen {
  way: ClaimWay
  at: SeenAt
}

/**
 * Settles a claim whose proof was seen, and runs the side effects. Returns what is to be added to
 * what was looked at.
 */
export async function settleSeen(
  claim: Claim,
  { way, at }: Seen,
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

/** The answer: how the claim stands now, and what was found. */
export async function checkedClaim(
  id: string,
  looked: ClaimLook[],
  { db, catalog }: Pick<Service, 'db' | 'catalog'>,
): Promise<ClaimChecked> {
  const claim = await beyondRequest(() => findClaim(db, id))
  const listing = claim?.product_id ? await beyondRequest(() => findClaimed(db, claim)) : undefined
  // A claim is no secret, so a listing that is not public stays unnamed.
  const isPublic = listing && (await catalog.current()).product(listing.slug) !== undefined
  return { claim: id, state: claim?.state ?? 'open', slug: isPublic ? listing.slug : null, looked }
}
