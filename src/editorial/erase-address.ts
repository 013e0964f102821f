import { recordAction } from '#db/queries/audit.ts'
import { markChanged } from '#db/queries/changelog.ts'
import { listClaimed } from '#db/queries/claims.ts'
import type { Db } from '#db/connection/connect.ts'
import { type AddressRows, removeAddress } from '#db/queries/personal-data.ts'
import { askForRebuild } from '#db/queries/rebuilds.ts'

/**
 * Erases a person's e-mail address from every table, in one transaction. The audit gets the counts
 * without the address. Their listings stay, without an owner; pages that say that their owner claimed
 * them are built again.
 */
export function eraseAddress(
  db: Db,
  { email, actor }: { email: string; actor: string },
): Promise<AddressRows> {
  return db.transaction().execute(async (trx) => {
    const claimed = await listClaimed(trx, email)
    const rows = await removeAddress(trx, email)
    if (claimed.length > 0) {
      await markChanged(trx, claimed)
      await askForRebuild(trx, actor)
    }
    if (Object.keys(rows).length > 0)
      await recordAction(trx, {
        actor,
        action: 'erase-address',
        product_id: null,
        detail: { rows },
      })
    return rows
  })
}
