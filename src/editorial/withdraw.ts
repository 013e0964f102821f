import type { Addresses } from '#core/addresses.ts'
import { insertRemoval, takeChangeTimestamp } from '#db/queries/changelog.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { type LockedListing, databaseNow, setListing } from '#db/queries/decisions.ts'
import { closeProposal } from '#db/queries/proposals.ts'
import { type Request, decide } from './decide.ts'

/** Withdraws a listing, a 404 within seconds. Its domain can be submitted again, its slug never. */
export function withdrawListing(
  db: Db,
  { reason, ...request }: Request & { reason: string },
  urls: Addresses,
) {
  return decide(db, 'withdraw', request, async (trx, listing) => {
    await takeOut(trx, listing, reason)
    await closeProposal(trx, listing.id, { outcome: 'left', by: request.actor, reason })
    const { name, status, approved_at } = listing
    return {
      detail: { reason, from: status, approved_at },
      mail: { name, reason, submit_url: urls.submitForm },
    }
  })
}

/** Removes a locked listing from the directory. */
export async function takeOut(
  trx: Trx,
  { id, status }: LockedListing,
  reason: string,
): Promise<void> {
  await setListing(trx, id, {
    status: 'withdrawn',
    approved_at: null,
    withdrawn_at: databaseNow,
    withdrawal_reason: reason,
  })
  // No removal in the changelog for a pending listing: its slug stays private.
  if (status !== 'approved') return
  await insertRemoval(trx, await takeChangeTimestamp(trx), id)
}
