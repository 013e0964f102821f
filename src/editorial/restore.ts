import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { notGone, setListing } from '#db/queries/decisions.ts'
import { approvalMail } from './approve.ts'
import { backInReview } from './back-in-review.ts'
import { type Request, decide } from './decide.ts'
import { publishListing } from './publish-listing.ts'

/**
 * Reverses a withdrawal or a rejection. A listing that was public before is published again, with a
 * new `approved_at` and changelog item. Any other listing goes back to the queue.
 */
export function restoreListing(db: Db, request: Request, urls: Addresses) {
  return decide(db, 'restore', request, async (trx, listing, row) => {
    const detail = { from: listing.status, to: row.to }
    if (row.to === 'pending') {
      await setListing(trx, listing.id, { status: 'pending', ...notGone })
      return { detail, ...(await backInReview(trx, listing, urls)) }
    }
    const { referral_code } = await publishListing(trx, listing)
    return { detail, mail: approvalMail(listing, referral_code, urls) }
  })
}
