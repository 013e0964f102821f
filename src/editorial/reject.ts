import { sql } from 'kysely'
import type { Addresses } from '#core/addresses.ts'
import { recordAction } from '#db/audit.ts'
import type { Db } from '#db/connect.ts'
import { insertMails } from '#db/outbox.ts'
import { mailOf } from '#mail/mails.ts'
import { type ReviewOutcome, reviewPending } from './approve.ts'

/**
 * Rejects a pending listing. Decision, Rejection: for everyone it is then a 404; the submitter
 * learns it "with the editor's reason and the way back, by e-mail". Its domain comes free, its slug
 * does not.
 */
export function rejectListing(
  db: Db,
  request: { slug: string; actor: string; reason: string },
  to: Addresses,
): Promise<ReviewOutcome> {
  const { actor, reason } = request
  return reviewPending(db, request.slug, async (trx, listing) => {
    await trx
      .updateTable('products')
      .set({
        status: 'rejected',
        rejected_at: sql<Date>`clock_timestamp()`,
        rejection_reason: reason,
      })
      .where('id', '=', listing.id)
      .execute()
    await recordAction(trx, { actor, action: 'reject', product_id: listing.id, detail: { reason } })
    if (!listing.submitter_email) return []
    const mail = mailOf('rejection', { name: listing.name, reason, submit_url: to.submitForm })
    return insertMails(trx, [
      { ...mail, product_id: listing.id, to_email: listing.submitter_email },
    ])
  })
}
