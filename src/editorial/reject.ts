import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import { setRejected } from '#db/decisions.ts'
import { type Decided, type Refusal, type Request, decide } from './decide.ts'

/**
 * Rejects a pending listing and mails the reason. Its domain can be submitted again; its slug stays
 * taken.
 */
export function rejectListing(
  db: Db,
  { reason, ...request }: Request & { reason: string },
  to: Addresses,
): Promise<Decided | Refusal> {
  return decide<'reject'>(db, 'reject', request, async (trx, { id, name }) => {
    await setRejected(trx, id, reason)
    return {
      detail: { reason },
      mail: { name, reason, submit_url: to.submitForm, guide_url: to.doc('review') },
    }
  })
}
