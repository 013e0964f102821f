// Looks again for the proofs of claims; a claim whose proof stays away lapses.
import { limits } from '#contract/limits.ts'
import type { Addresses } from '#core/addresses.ts'
import {
  type Claim,
  countDueClaims,
  findClaim,
  findClaimed,
  setClaimSeen,
  setClaimUnseen,
  takeDueClaim,
} from '#db/queries/claims.ts'
import type { Db } from '#db/connection/connect.ts'
import { isHostWaiting } from '#db/queries/host-waits.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { mailOf } from '#mail/mails.ts'
import { type ClaimPlaces, claimPlaces } from '#proof/claims/claim-places.ts'
import { type Outside, askRepository, lookForClaim } from '#proof/claims/look-for-claim.ts'
import { gitHubHosts } from '#proof/repositories/ask-github.ts'
import { lapseClaim } from './settle-claim.ts'

const dayMs = 86_400_000
/** A proof that was not seen is looked for again after this time. */
const againMs = dayMs
/** A place that is silent for this long counts as one without a proof. */
const silentMs = 14 * dayMs

type Found = { kind: 'seen' } | { kind: 'missing' | 'silent'; message: string }

/** Where proofs are looked for, and the addresses for mails. */
export type ClaimOutside = Outside & { urls: Addresses }

/** Looks again for up to `limit` proofs that are due, those that wait longest first. */
export async function recheckDueClaims(
  db: Db,
  { limit, signal, now }: { limit: number; signal: AbortSignal; now: Date },
  outside: ClaimOutside,
): Promise<{ looked: number; left: number }> {
  let looked = 0
  while (looked < limit && !signal.aborted) {
    if (await isHostWaiting(db, gitHubHosts, now)) break
    const id = await takeDueClaim(db, now)
    if (id === undefined) break
    await recheckClaim(db, id, now, outside)
    looked++
  }
  return { looked, left: await countDueClaims(db, now) }
}

async function recheckClaim(db: Db, id: string, now: Date, outside: ClaimOutside): Promise<void> {
  const claim = await findClaim(db, id)
  const listing = claim && (await findClaimed(db, claim))
  if (!claim || !listing) return
  const found = await lookAgain(claim, claimPlaces(listing), outside)
  if (found.kind === 'seen') return setClaimSeen(db, id, now)
  const again = new Date(now.getTime() + againMs)
  const { missing_since, seen_at } = claim
  const isQuiet = found.kind === 'silent' && now.getTime() - Number(seen_at) < silentMs
  if (missing_since === null && isQuiet) return setClaimUnseen(db, id, { since: null, again })
  const since = missing_since ?? now
  const until = new Date(since.getTime() + limits.claim_days * dayMs)
  if (until <= now) {
    await lapseClaim(db, { id, slug: listing.slug, gone: found.message }, outside.urls)
    return
  }
  await db.transaction().execute(async (trx) => {
    await setClaimUnseen(trx, id, { since, again })
    if (missing_since !== null) return
    const fields = {
      name: listing.name,
      gone: found.message,
      until: until.toISOString().slice(0, 10),
      help_url: outside.urls.doc('claim'),
    }
    const mail = mailOf('claim-missing', fields)
    await insertMails(trx, [{ ...mail, product_id: listing.id, to_email: claim.email }])
  })
}

async function lookAgain(
  { id, way, proof }: Claim,
  places: ClaimPlaces,
  outside: Outside,
): Promise<Found> {
  const [look] = way === null ? [] : await lookForClaim({ id, places }, outside, [way])
  if (!look) return { kind: 'missing', message: 'The listing has another address now.' }
  if (look.proof) return { kind: 'seen' }
  // A repository that moved is the same one, with the same file.
  if (look.code === 'repository_moved')
    return sameRepository(places.repository, proof?.repository_id, outside)
  return { kind: look.isSilent ? 'silent' : 'missing', message: look.message }
}

async function sameRepository(
  name: string | null,
  id: string | null | undefined,
  { gitHub }: Outside,
): Promise<Found> {
  if (name === null) return { kind: 'missing', message: 'The listing has no repository any more.' }
  const known = await askRepository(name, gitHub)
  if (known.repository_id !== undefined && known.repository_id === id) return { kind: 'seen' }
  if ('code' in known)
    return { kind: known.isSilent ? 'silent' : 'missing', message: known.message }
  return { kind: 'missing', message: `https://github.com/${name} is another repository now.` }
}
