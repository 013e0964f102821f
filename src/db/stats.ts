import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { type OutboxState, outboxState } from './outbox.ts'

export interface Stats {
  queue: { pending: number; oldest: Date | null }
  /** How often each decision was taken in the last 7 and 30 days. */
  decisions: { action: string; days7: number; days30: number }[]
  /** From a submission to its approval or rejection, in the last 30 days; null when there was none. */
  median_hours: number | null
  /** What was rejected in the last 30 days and why, the most frequent reason first. */
  rejections: { reason: string; count: number }[]
  outbox: OutboxState
}

/** How the work of the editors stands at a moment. */
export async function readStats(db: Db, now: Date): Promise<Stats> {
  const day7 = new Date(now.getTime() - 7 * 86_400_000)
  const day30 = new Date(now.getTime() - 30 * 86_400_000)
  const [queue, decisions, median, rejections, outbox] = await Promise.all([
    db
      .selectFrom('products')
      .select((eb) => [
        sql<number>`count(*)::int`.as('pending'),
        eb.fn.min('created_at').as('oldest'),
      ])
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    // What owners and content files do is no decision of an editor.
    sql<Stats['decisions'][number]>`
      select action, (count(*) filter (where at > ${day7}))::int as days7, count(*)::int as days30
      from audit where at > ${day30} and action <> 'submit' and actor not in ('submitter', 'owner', 'content')
      group by action order by days30 desc, action`.execute(db),
    sql<{ hours: number | null }>`
      select percentile_cont(0.5) within group (order by extract(epoch from a.at - p.created_at) / 3600) as hours
      from audit a join products p on p.id = a.product_id
      where a.at > ${day30} and a.action in ('approve', 'reject') and p.source_kind = 'user_submission'`.execute(
      db,
    ),
    sql<Stats['rejections'][number]>`
      select detail ->> 'reason' as reason, count(*)::int as count
      from audit where at > ${day30} and action = 'reject' and detail ->> 'reason' is not null
      group by 1 order by count desc, reason limit 10`.execute(db),
    outboxState(db),
  ])
  return {
    queue: { pending: queue.pending, oldest: queue.oldest ?? null },
    decisions: decisions.rows,
    median_hours: median.rows[0]?.hours ?? null,
    rejections: rejections.rows,
    outbox,
  }
}
