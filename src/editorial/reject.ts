import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { databaseNow, setListing } from '#db/queries/decisions.ts'
import { type Request, decide } from './decide.ts'

/**
 * Rejects a pending listing and mails the reason. Its domain can be submitted again, and the mail
 * says so unless the reason is final; its slug stays taken.
 */
export function rejectListing(
  db: Db,
  { reason, isFinal, ...request }: Request & { reason: string; isFinal?: boolean },
  urls: Addresses,
) {
  return decide(db, 'reject', request, async (trx, { id, name }) => {
    await setListing(trx, id, {
      status: 'rejected',
      rejected_at: databaseNow,
      rejection_reason: reason,
    })
    return {
      detail: { reason },
      mail: {
        name,
        reason,
        guide_url: urls.doc('review'),
        ...(isFinal ? {} : { submit_url: urls.submitForm }),
      },
    }
  })
}
