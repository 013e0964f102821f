import { recordAction } from '#db/queries/audit.ts'
import type { Db } from '#db/connection/connect.ts'
import { type Restriction, removeRestriction, setRestriction } from '#db/queries/restriction.ts'

/** Restricts anonymous access, in place of an earlier restriction (Decisions, Restriction). */
export async function restrict(
  db: Db,
  { actor, until, covers }: Restriction & { actor: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await setRestriction(trx, { until, covers, set_by: actor })
    const detail = { until: until.toISOString(), covers }
    await recordAction(trx, { actor, action: 'restrict', product_id: null, detail })
  })
}

/** Ends the restriction. Returns whether there was one that had not expired. */
export async function liftRestriction(
  db: Db,
  { actor, now }: { actor: string; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const lifted = await removeRestriction(trx)
    if (!lifted || lifted.until <= now) return false
    await recordAction(trx, { actor, action: 'lift-restriction', product_id: null })
    return true
  })
}
