import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connection/connect.ts'
import { databaseNow, setListing } from '#db/queries/decisions.ts'
import { type Request, decide } from './decide.ts'

/**
 * Asks the owner of a pending listing for a revision. The manage page shows the notes until the
 * owner has revised the listing.
 */
export function askRevision(
  db: Db,
  { notes, ...request }: Request & { notes: string },
  urls: Addresses,
) {
  return decide(db, 'ask-revision', request, async (trx, { id, name }) => {
    await setListing(trx, id, { revision_notes: notes, revision_asked_at: databaseNow })
    return {
      detail: { notes },
      mail: (token: string) => ({ name, notes, manage_url: urls.manage(token) }),
    }
  })
}
