import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** How many days count as recent. */
const recentDays = 90

/**
 * Reads the time from a submission to its first approval or rejection: the median hours, and the
 * number of submissions with such a decision, each recent and in all. Recent is counted back from
 * now, by the clock of the database.
 */
export async function readDecisionTimes(
  db: Db,
): Promise<{ hours: number | null; recent_hours: number | null; recent: number; ever: number }> {
  const isRecent = sql`at > now() - make_interval(days => ${recentDays})`
  const { rows } = await sql<Awaited<ReturnType<typeof readDecisionTimes>>>`
    select
      percentile_cont(0.5) within group (order by hours) as hours,
      percentile_cont(0.5) within group (order by hours) filter (where ${isRecent}) as recent_hours,
      (count(*) filter (where ${isRecent}))::int as recent, count(*)::int as ever
    from (
      select min(a.at) as at, extract(epoch from min(a.at) - min(p.created_at)) / 3600 as hours
      from audit a join products p on p.id = a.product_id
      where a.action in ('approve', 'reject') and p.source_kind = 'user_submission'
      group by p.id) as decisions`.execute(db)
  return rows[0]!
}
