import { recordAction } from '#db/audit.ts'
import type { Db } from '#db/connect.ts'
import { type AddressRows, removeAddress } from '#db/personal-data.ts'

/**
 * Erases a person's e-mail address from every table, in one transaction. The audit gets the counts
 * without the address. Their listings stay, without an owner.
 */
export function eraseAddress(
  db: Db,
  { email, actor }: { email: string; actor: string },
): Promise<AddressRows> {
  return db.transaction().execute(async (trx) => {
    const rows = await removeAddress(trx, email)
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
