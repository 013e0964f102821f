import type { Addresses } from '#core/addresses.ts'
import {
  insertChange,
  insertRemoval,
  retractChanges,
  takeChangeTimestamp,
} from '#db/queries/changelog.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { type LockedListing, findDomainHolder, findLastAction } from '#db/queries/decisions.ts'
import { holdBackMails } from '#db/queries/outbox.ts'
import { type Before, endUndo, findUndo, restoreState } from '#db/queries/undos.ts'
import { happenedMail } from './back-in-review.ts'
import { type Request, decide } from './decide.ts'
import { publishListing } from './publish-listing.ts'

/** How many minutes a decision can be undone. */
export const undoMinutes = 10

/** Nothing of the editor's is left to undo. `by` did the last thing to the listing, and `at` when. */
export type NotFresh = { outcome: 'not_fresh'; slug: string; by: string | null; at: Date | null }

/**
 * Undoes the last decision on a listing, if the same editor asks for it and nothing was done to the
 * listing since: everything that the decision changed is as it was, and its mail does not leave. If
 * the mail has left, only a listing that is pending again can be undone: a second mail says so.
 */
export function undoDecision(db: Db, request: Request, urls: Addresses) {
  return decide(db, 'undo', request, async (trx, listing) => {
    const { id, slug, name, status } = listing
    const last = await findUndo(trx, slug, { actor: request.actor, minutes: undoMinutes })
    if (!last) {
      const newest = await findLastAction(trx, id)
      return { outcome: 'not_fresh', slug, by: newest?.actor ?? null, at: newest?.at ?? null }
    }
    const { before, mail_ids } = last
    const { status: former, domain } = before
    const holder = domain === undefined ? undefined : await findDomainHolder(trx, domain, id)
    if (holder) return { outcome: 'domain_taken', slug, domain: domain!, holder: holder.slug }
    const mail =
      (await holdBackMails(trx, mail_ids)) === 0
        ? undefined
        : former === 'pending' && status !== 'pending' && happenedMail({ name, status }, urls)
    // `false`: nothing that was sent can be corrected, and so nothing was held back before.
    if (mail === false) return { outcome: 'mail_left', slug }
    await restoreState(trx, id, before)
    await tellReaders(trx, listing, before)
    await endUndo(trx, id)
    return { detail: { of: last.action }, ...(mail ? { mail } : {}) }
  })
}

/** Writes the changelog of what is public again, public no more, or has its former claim. */
async function tellReaders(
  trx: Trx,
  listing: LockedListing,
  { status: former, claim_review_status: claim }: Before,
): Promise<void> {
  const { id, status } = listing
  if (former === 'approved') return void (await publishListing(trx, listing))
  if (status !== 'approved') return
  if (former !== undefined) {
    await retractChanges(trx, id)
    return insertRemoval(trx, await takeChangeTimestamp(trx), id)
  }
  if (!claim) return
  const claim_reviewed_at = await takeChangeTimestamp(trx)
  await insertChange(trx, claim_reviewed_at, {
    type: 'claim_review_updated',
    product_id: id,
    claim_review_status: claim,
    claim_reviewed_at,
  })
}
