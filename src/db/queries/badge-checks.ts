import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import { databaseNow } from './decisions.ts'

function dueBadges(db: Db, before: Date) {
  return db
    .selectFrom('products')
    .where('status', '=', 'approved')
    .where('source_kind', '=', 'user_submission')
    .where((eb) => eb.or([eb('badge_checked_at', 'is', null), eb('badge_checked_at', '<', before)]))
}

/**
 * Returns the public submission whose site was checked for our badge longest ago, if that was
 * before `before`. Marks it as checked at once, so that two processes never check the same site.
 */
export async function takeBadgeDue(db: Db, before: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('products')
    .set({ badge_checked_at: databaseNow })
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

/** How many sites of public submissions were last checked for our badge before `before`. */
export async function countBadgesDue(db: Db, before: Date): Promise<number> {
  const row = await dueBadges(db, before)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
