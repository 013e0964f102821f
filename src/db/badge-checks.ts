import { type Transaction, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

/** The public submissions whose sites were looked at longest ago, and before a moment. */
export function listBadgesDue(db: Db, { before, limit }: { before: Date; limit: number }) {
  return db
    .selectFrom('products')
    .select(['slug', 'url', 'badge_verified'])
    .where('status', '=', 'approved')
    .where('source_kind', '=', 'user_submission')
    .where((eb) => eb.or([eb('badge_checked_at', 'is', null), eb('badge_checked_at', '<', before)]))
    .orderBy(sql`badge_checked_at nulls first`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A listing whose site may be looked at. */
export function findToCheck(db: Db, slug: string) {
  return db
    .selectFrom('products')
    .select(['slug', 'url', 'status', 'badge_verified'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** It was looked at, whatever was found. */
export async function setBadgeChecked(db: Db, slug: string): Promise<void> {
  await db
    .updateTable('products')
    .set({ badge_checked_at: sql<Date>`clock_timestamp()` })
    .where('slug', '=', slug)
    .execute()
}

/** Whether the badge is there. */
export async function setBadgeFound(
  trx: Transaction<Database>,
  id: string,
  badge_verified: boolean,
): Promise<void> {
  await trx.updateTable('products').set({ badge_verified }).where('id', '=', id).execute()
}
