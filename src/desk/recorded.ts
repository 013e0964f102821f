import type { Trx } from '#db/connection/connect.ts'
import { recordAction } from '#db/queries/audit.ts'
import type { Session } from './session.ts'

type Entry = Parameters<typeof recordAction>[1]

/**
 * Makes a change and records who made it, or neither: returns false if nothing was to change. A
 * change may complete the record. Only that of a note or a mail has the id of a listing, whose own
 * history is for decisions and notes: one can be undone only while nobody else has done something
 * to the listing.
 */
export function recorded(
  { backend, actor }: Session,
  entry: Pick<Entry, 'action' | 'detail'>,
  change: (trx: Trx) => Promise<boolean | Partial<Entry>>,
): Promise<boolean> {
  return backend.db.transaction().execute(async (trx) => {
    const changed = await change(trx)
    if (!changed) return false
    const more = changed === true ? {} : changed
    await recordAction(trx, { actor, product_id: null, ...entry, ...more })
    return true
  })
}
