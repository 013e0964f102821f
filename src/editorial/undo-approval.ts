import type { Addresses } from '#core/addresses.ts'
import { insertRemoval, takeChangeTimestamp } from '#db/queries/changelog.ts'
import type { Db } from '#db/connection/connect.ts'
import { findLastAction, isFreshApproval, setListing } from '#db/queries/decisions.ts'
import { backInReview } from './back-in-review.ts'
import { type Request, decide } from './decide.ts'
import { moves } from './decisions.ts'

/** How many minutes an approval can be undone. Later, only `withdraw` is possible. */
export const undoMinutes = 10

/** `by` is who approved the listing last, and `at` when. */
export type NotFresh = { outcome: 'not_fresh'; slug: string; by: string | null; at: Date | null }

/**
 * Undoes an approval, if the same editor asks for it and no other decision followed. The listing
 * goes back to the queue. The changelog gets a removal, because the listing was public for minutes.
 */
export function undoApproval(db: Db, request: Request, urls: Addresses) {
  return decide(db, 'undo-approval', request, async (trx, listing, row) => {
    const { id, slug, status, approved_at } = listing
    const { actor } = request
    const isFresh = await isFreshApproval(trx, id, { actor, moves, minutes: undoMinutes })
    if (!isFresh) {
      const last = await findLastAction(trx, id, ['approve'])
      return { outcome: 'not_fresh', slug, by: last?.actor ?? null, at: last?.at ?? null }
    }
    const mail = await backInReview(trx, listing, urls)
    await setListing(trx, id, {
      status: row.to,
      approved_at: null,
      // A listing with a referral code would count as once public, see `situationOf`.
      referral_code: null,
    })
    await insertRemoval(trx, await takeChangeTimestamp(trx), id)
    return { detail: { from: status, approved_at }, ...mail }
  })
}
