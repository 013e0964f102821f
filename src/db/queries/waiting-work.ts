import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/connection/connect.ts'

/**
 * What waits for editors, as the mail to them counts it: a row for each queue, with its name in
 * sentences and its items, each with the slug and name of its listing and since when it waits.
 */
export const workQueues = {
  submissions: {
    label: ['submission', 'submissions'],
    items: sql`select slug, name, coalesce(revised_at, created_at) as since from products
      where status = 'pending' and revision_notes is null`,
  },
  proposals: {
    label: ['proposed change', 'proposed changes'],
    items: sql`select slug, name, p.created_at as since
      from proposals p join products on products.id = p.product_id where p.outcome is null`,
  },
  claims: {
    label: ['undecided claim of a public listing', 'undecided claims of public listings'],
    items: sql`select slug, name, coalesce(claim_reviewed_at, approved_at) as since from products
      where status = 'approved' and source_kind = 'user_submission' and claim_review_status = 'submitted'`,
  },
  reports: {
    label: ['listing reported as wrong', 'listings reported as wrong'],
    items: sql`select slug, name, min(r.created_at) as since
      from reports r join products on products.id = r.product_id
      where r.state = 'open' and products.status = 'approved' group by slug, name`,
  },
  ownership_claims: {
    label: ['proved claim of ownership to decide on', 'proved claims of ownership to decide on'],
    // Told for as long as a claim waits for its proof: an editor who does not grant it leaves it.
    items: sql`select slug, name, ended_at as since
      from claims c join products on products.id = c.product_id
      where c.state in ('waiting', 'refused')
        and ended_at > now() - make_interval(days => ${limits.claim_days}::int)`,
  },
  stale_evidence: {
    label: ['listing whose evidence no longer holds', 'listings whose evidence no longer holds'],
    items: sql`select slug, name, coalesce(c.checked_at, products.created_at) as since
      from proof_checks c join products on products.id = c.product_id
      where status = 'approved' and c.changes <> '[]'`,
  },
} as const satisfies Record<
  string,
  { label: readonly [one: string, several: string]; items: RawBuilder<unknown> }
>

export type WorkQueue = keyof typeof workQueues

/** Something that waits for an editor. */
export interface WorkItem {
  queue: WorkQueue
  slug: string
  name: string
  since: Date
}

const all = sql.join(
  Object.entries(workQueues).map(
    ([queue, { items }]) => sql`select ${queue}::text as queue, items.* from (${items}) as items`,
  ),
  sql` union all `,
)

/** What waits, the newest first, at most `limit` items. */
export async function listWork(db: Db, limit: number): Promise<WorkItem[]> {
  const { rows } = await sql<WorkItem>`
    select * from (${all}) as work order by since desc, queue, slug limit ${limit}`.execute(db)
  return rows
}
