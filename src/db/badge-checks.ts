import { type Transaction, sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Database } from './schema.ts'

function dueBadges(db: Db, before: Date) {
  return db
    .selectFrom('products')
    .where('status', '=', 'approved')
    .where('source_kind', '=', 'user_submission')
    .where((eb) => eb.or([eb('badge_checked_at', 'is', null), eb('badge_checked_at', '<', before)]))
}

/**
 * Takes the public submission whose site was checked longest ago, before `before`, and marks it as
 * checked, so that two processes never check the same site.
 */
export async function takeBadgeDue(db: Db, before: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('products')
    .set({ badge_checked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', () =>
      dueBadges(db, before)
        .select('id')
        .orderBy(sql`badge_checked_at nulls first`)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('slug')
    .executeTakeFirst()
  return row?.slug
}

/** How many sites are due for a check. */
export async function countBadgesDue(db: Db, before: Date): Promise<number> {
  const row = await dueBadges(db, before)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** A listing whose site may be checked. */
export function findToCheck(db: Db, slug: string) {
  return db
    .selectFrom('products')
    .select(['slug', 'url', 'status', 'badge_verified'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

/** Marks a site as checked, whatever was found. */
export async function setBadgeChecked(db: Db, slug: string): Promise<void> {
  await db
    .updateTable('products')
    .set({ badge_checked_at: sql<Date>`clock_timestamp()` })
    .where('slug', '=', slug)
    .execute()
}

/** Sets whether the badge was found. */
export async function setBadgeFound(
  trx: Transaction<Database>,
  id: string,
  badge_verified: boolean,
): Promise<void> {
  await trx.updateTable('products').set({ badge_verified }).where('id', '=', id).execute()
}
