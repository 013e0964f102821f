import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** A view of a listing's page on a day, as YYYY-MM-DD. `visitor` is a keyed hash. */
export interface View {
  slug: string
  day: string
  visitor: string
}

/**
 * Counts each visitor of an approved listing once a day, in one statement, and deletes some
 * visitors of days before `forgetBefore`. Returns the slugs that were counted; a listing that an
 * editor's transaction has locked is skipped. A new count does not mark a listing as changed.
 */
export async function countViews(
  db: Db,
  views: readonly View[],
  forgetBefore: string,
): Promise<string[]> {
  const [slugs, days] = [views.map(({ slug }) => slug), views.map(({ day }) => day)]
  const visitors = views.map(({ visitor }) => visitor)
  const { rows } = await sql<{ slug: string }>`
    select slug from count_views(
      ${slugs}::text[], ${days}::date[], ${visitors}::text[], ${forgetBefore}::date) as slug`.execute(
    db,
  )
  return rows.map(({ slug }) => slug)
}
