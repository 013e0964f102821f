// What a proof of ownership and its end do to a listing.
import type { ClaimState, ClaimWay } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { recordAction } from '#db/queries/audit.ts'
import type { SeenProof } from '#db/migrations/claim-tables.ts'
import {
  endClaim,
  findProvedClaim,
  isOwnerVerified,
  lockClaim,
  removeOwner,
  setClaimHeld,
  setClaimProved,
  setOwner,
  setOwnerUnverified,
} from '#db/queries/claims.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import type { LockedListing } from '#db/queries/decisions.ts'
import { insertManageToken } from '#db/queries/manage-tokens.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { closeProposal } from '#db/queries/proposals.ts'
import type { Addresses } from '#core/addresses.ts'
import { confirmedOwnerStatus } from '#core/owner-claim.ts'
import { mailOf } from '#mail/mails.ts'
import { strengthOf } from '#proof/claims/claim-places.ts'
import { decide } from './decide.ts'

/** A proof that was seen. */
export interface ToSettle {
  id: string
  slug: string
  way: ClaimWay
  proof: SeenProof
}

/**
 * Makes the claimant the owner of the listing, if nobody else has as good a proof: a proof of the
 * domain beats one of the repository. Otherwise the claim is `held`, as is that of an address
 * elsewhere than at the domain: whoever published it may not have known what it grants. Then an
 * `editor` may settle it. `settled`: the claim was settled or ended before.
 */
export async function settleClaim(db: Db, settling: ToSettle, urls: Addresses, editor?: string) {
  const { id, slug, way, proof } = settling
  const who = editor === undefined ? 'owner' : 'editor'
  const request = { slug, actor: editor ?? 'owner', who } as const
  const outcome = await decide(db, 'claim', request, async (trx, listing) => {
    const claim = await lockClaim(trx, id)
    const isOfListing = claim && (claim.product_id ?? listing.id) === listing.id
    if (!isOfListing || !settledBy[who].includes(claim.state)) return { outcome: 'settled' }
    const standing = await findProvedClaim(trx, listing.id)
    const isOther = claim.email !== (standing?.email ?? listing.submitter_email)
    // An owner who is verified without a claim counts as one with a proof of the domain.
    const held = standing?.way ?? ((await isOwnerVerified(trx, listing.id)) ? 'dns' : undefined)
    const beyond = held ? strengthOf[way] - strengthOf[held] : 1
    const isAtDomain = confirmedOwnerStatus(claim.email, listing) === 'domain_verified'
    const isKnown = !isOther && held !== undefined
    if (who === 'owner' && !isKnown && !(beyond > 0 && isAtDomain)) {
      const product_id = listing.id
      const state = beyond > 0 ? 'waiting' : beyond === 0 ? 'refused' : 'replaced'
      await setClaimHeld(trx, id, { state, product_id, way, proof })
      const detail = { id, state, way, where: proof.where }
      await recordAction(trx, { actor: 'owner', action: 'hold-claim', product_id, detail })
      return { outcome: 'held' }
    }
    return takeOwnership(trx, listing, { claim, way, proof, standing }, urls)
  })
  if (outcome.outcome !== 'done') return outcome
  return { ...outcome, mailIds: [...outcome.mailIds, ...outcome.toNewOwner] }
}

/** The states of a claim that the proof settles, or an editor. */
const settledBy: Record<'owner' | 'editor', ClaimState[]> = {
  owner: ['open', 'lapsed'],
  editor: ['waiting', 'refused'],
}

type StoredClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>

async function takeOwnership(
  trx: Trx,
  { id: product_id, name, slug, submitter_email }: LockedListing,
  taken: {
    claim: StoredClaim
    way: ClaimWay
    proof: SeenProof
    standing: StoredClaim | undefined
  },
  urls: Addresses,
) {
  const { claim, way, proof, standing } = taken
  const isOther = submitter_email !== claim.email
  if (standing) await endClaim(trx, standing.id, 'replaced')
  const took_over = isOther || (standing?.took_over ?? false)
  await setClaimProved(trx, claim.id, { product_id, way, proof, took_over })
  const isDomain = strengthOf[way] === strengthOf.dns
  await setOwner(trx, { product_id, email: claim.email, isOther, isDomain })
  // The proof of the domain is not looked at any more.
  if (!isDomain && standing?.way && strengthOf[standing.way] > strengthOf[way])
    await setOwnerUnverified(trx, product_id)
  if (isOther) await closeProposal(trx, product_id, { outcome: 'replaced', by: 'owner' })
  const days = limits.manage_days
  await insertManageToken(trx, { product_id, token_hash: claim.token_hash, days })
  const proved = mailOf('claim-proved', {
    name,
    where: proof.where,
    status_url: urls.status(slug, claim.email),
  })
  const toNewOwner = await insertMails(trx, [{ ...proved, product_id, to_email: claim.email }])
  const reason = 'Somebody proved to own the product, by what only its owner can publish.'
  return {
    detail: { id: claim.id, way, where: proof.where, commit: proof.commit },
    ...(isOther ? { mail: { name, reason, claim_url: urls.doc('claim') } } : {}),
    more: { toNewOwner },
  }
}

/** Ends a claim whose proof is gone for good. An owner by this claim alone is none any more. */
export function lapseClaim(
  db: Db,
  { id, slug, gone }: { id: string; slug: string; gone: string },
  urls: Addresses,
) {
  const request = { slug, actor: 'recheck', who: 'job' } as const
  return decide(db, 'end-claim', request, async (trx, listing) => {
    const claim = await lockClaim(trx, id)
    if (claim?.state !== 'proved') return { outcome: 'settled' }
    await endClaim(trx, id, 'lapsed')
    if (claim.took_over) await removeOwner(trx, listing.id)
    else await setOwnerUnverified(trx, listing.id)
    const reason = `The proof was missing for ${limits.claim_days} days. ${gone}`
    return {
      detail: { id, gone },
      mail: { name: listing.name, reason, claim_url: urls.doc('claim') },
    }
  })
}
