// Looks again for the proofs of claims; a claim whose proof stays away lapses.
import { limits } from '#contract/limits.ts'
import type { Addresses } from '#core/addresses.ts'
import {
  countDueClaims,
  findClaim,
  findClaimed,
  setClaim,
  setClaimSeen,
  takeDueClaim,
} from '#db/queries/claims.ts'
import type { Db } from '#db/connection/connect.ts'
import { isHostWaiting } from '#db/queries/host-waits.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { mailOf } from '#mail/mails.ts'
import { claimPlaces } from '#proof/claims/claim-places.ts'
import { type Outside, lookForClaim } from '#proof/claims/look-for-claim.ts'
import { gitHubHosts } from '#proof/repositories/ask-github.ts'
import { heedGitHub } from './heed-github.ts'
import { lapseClaim } from './settle-claim.ts'

const dayMs = 86_400_000
/** A proof that was not seen is looked for again after this time, before anybody hears of it. */
const againMs = dayMs
/** A place that is silent for this long counts as one without a proof. */
const silentMs = 14 * dayMs

/** Where proofs are looked for, and the addresses for mails. */
export type ClaimOutside = Outside & { urls: Addresses }

/** Looks again for up to `limit` proofs that are due, those that wait longest first. */
export async function recheckDueClaims(
  db: Db,
  { limit, signal, now }: { limit: number; signal: AbortSignal; now: Date },
  outside: ClaimOutside,
) {
  const heeding = { ...outside, gitHub: heedGitHub(db, outside.gitHub) }
  let done = 0
  for (; done < limit && !signal.aborted; done++) {
    if (await isHostWaiting(db, gitHubHosts, now)) break
    const id = await takeDueClaim(db, now)
    if (id === undefined) break
    await recheckClaim(db, id, now, heeding)
  }
  return { done, left: await countDueClaims(db, now), failed: 0 }
}

async function recheckClaim(db: Db, id: string, now: Date, outside: ClaimOutside): Promise<void> {
  const claim = await findClaim(db, id)
  const listing = claim && (await findClaimed(db, claim))
  if (!claim || !listing) return
  const { way, proof, missed_at, missing_since, seen_at } = claim
  const places = claimPlaces(listing, proof?.repository_id)
  const [look] = way === null ? [] : await lookForClaim({ claim, places }, outside, [way])
  // A repository that moved is the same one, with the same file.
  const hasMoved = look?.code === 'repository_moved' && places.repository_id !== undefined
  if (look?.proof || hasMoved) return setClaimSeen(db, id, now)
  const gone = look?.message ?? 'The listing has another address now.'
  const next_look_at = new Date(now.getTime() + againMs)
  const isQuiet = look?.isSilent && now.getTime() - Number(seen_at) < silentMs
  if (missing_since === null && (isQuiet || missed_at === null))
    return setClaim(db, id, { next_look_at, ...(isQuiet ? {} : { missed_at: now }) })
  const since = missing_since ?? now
  const until = new Date(since.getTime() + limits.claim_days * dayMs)
  if (until <= now) {
    await lapseClaim(db, { id, slug: listing.slug, gone }, outside.urls)
    return
  }
  await db.transaction().execute(async (trx) => {
    await setClaim(trx, id, { missing_since: since, next_look_at })
    if (missing_since !== null) return
    const fields = {
      name: listing.name,
      gone,
      until: until.toISOString().slice(0, 10),
      help_url: outside.urls.doc('claim'),
    }
    const mail = mailOf('claim-missing', fields)
    await insertMails(trx, [{ ...mail, product_id: listing.id, to_email: claim.email }])
  })
}
