import { sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'
import { type OutboxState, outboxState } from './outbox.ts'

export interface Stats {
  queue: { pending: number; oldest: Date | null }
  /** How often each decision was taken in the last 7 and 30 days. */
  decisions: { action: string; days7: number; days30: number }[]
  /**
   * The median hours from submission to approval or rejection, in the last 30 days; null without
   * any.
   */
  median_hours: number | null
  /** The mailed reasons of rejections in the last 30 days, by editor. */
  rejections: { reason: string; actor: string; count: number }[]
  outbox: OutboxState
}

/** Figures about the work of the editors up to `now`. */
export async function readStats(db: Db, now: Date): Promise<Stats> {
  const day7 = new Date(now.getTime() - 7 * 86_400_000)
  const day30 = new Date(now.getTime() - 30 * 86_400_000)
  const [queue, decisions, median, rejections, outbox] = await Promise.all([
    sql<Stats['queue']>`
      select count(*)::int as pending, min(created_at) as oldest from products where status = 'pending'`.execute(
      db,
    ),
    // Submitters, owners and content files are left out: their actions are no decisions of editors.
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
      select detail ->> 'reason' as reason, actor, count(*)::int as count
      from audit where at > ${day30} and action = 'reject' and detail ->> 'reason' is not null
      group by 1, 2 order by count desc, reason, actor`.execute(db),
    outboxState(db),
  ])
  return {
    queue: queue.rows[0]!,
    decisions: decisions.rows,
    median_hours: median.rows[0]?.hours ?? null,
    rejections: rejections.rows,
    outbox,
  }
}
