import type { Db, Trx } from '#db/connection/connect.ts'
import { databaseNow } from './decisions.ts'

/** Until when anonymous access is restricted: all of it, or only submissions and their changes. */
export interface Restriction {
  until: Date
  covers: 'everything' | 'submissions'
}

/** The most recent restriction, even if it has ended. */
export function findRestriction(db: Db) {
  return db
    .selectFrom('restriction')
    .select(['until', 'covers', 'set_by', 'set_at'])
    .executeTakeFirst()
}

/** Sets the restriction; a previous one is replaced. */
export async function setRestriction(
  trx: Trx,
  { until, covers, set_by }: Restriction & { set_by: string },
): Promise<void> {
  const set = { until, covers, set_by, set_at: databaseNow }
  await trx
    .insertInto('restriction')
    .values(set)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(set))
    .execute()
}

/** Removes the restriction and returns it. */
export function removeRestriction(trx: Trx) {
  return trx.deleteFrom('restriction').returning(['until', 'covers']).executeTakeFirst()
}
