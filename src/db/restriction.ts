import { type Transaction, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

/** Anonymous access is restricted until a time: all of it, or submissions and their changes alone. */
export interface Restriction {
  until: Date
  covers: 'everything' | 'submissions'
}

/** What was set last, also when its time is over. */
export function findRestriction(db: Db) {
  return db
    .selectFrom('restriction')
    .select(['until', 'covers', 'set_by', 'set_at'])
    .executeTakeFirst()
}

/** Puts a restriction into force, in place of any other. */
export async function setRestriction(
  trx: Transaction<Database>,
  { until, covers, set_by }: Restriction & { set_by: string },
): Promise<void> {
  const set = { until, covers, set_by, set_at: sql<Date>`clock_timestamp()` }
  await trx
    .insertInto('restriction')
    .values(set)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(set))
    .execute()
}

/** Lifts what is in force. Returns what that was. */
export function removeRestriction(trx: Transaction<Database>) {
  return trx.deleteFrom('restriction').returning(['until', 'covers']).executeTakeFirst()
}
