import type { Trx } from '#db/connection/connect.ts'
import { recordAction } from '#db/queries/audit.ts'
import type { Session } from './session.ts'

/**
 * Makes a change and records who made it, or neither: returns false if nothing was to change. The
 * record has no id of a listing, whose own history is for decisions and notes: one can be undone
 * only while nobody else has done something to the listing.
 */
export function recorded(
  { backend, actor }: Session,
  entry: Pick<Parameters<typeof recordAction>[1], 'action' | 'detail'>,
  change: (trx: Trx) => Promise<boolean>,
): Promise<boolean> {
  return backend.db.transaction().execute(async (trx) => {
    if (!(await change(trx))) return false
    await recordAction(trx, { actor, ...entry, product_id: null })
    return true
  })
}
