import { type Transaction, sql } from 'kysely'
import type { ClaimReviewStatus } from '#contract/enums.ts'
import type { Database } from './schema.ts'

type Change =
  | { type: 'product_approved'; product_id: string; approved_at: Date }
  | { type: 'claim_review_updated'; product_id: string; claim_review_status: ClaimReviewStatus; claim_reviewed_at: Date }
  | { type: 'weekly_issue_published'; product_id: string; weekly_issue: number }

/**
 * Takes the timestamp of the next changelog item. Decision, Reads, Changelog: timestamps "strictly increase from item to item as they
 * are committed". The lock is held until the commit, so no reader sees a later item before an earlier one, and a clock that steps back
 * cannot break the order. It must be the transaction's last lock: whoever holds it waits for nobody. `past` is when a starter was
 * approved, before this database existed; it counts as long as nothing newer is there.
 */
export async function takeChangeTimestamp(trx: Transaction<Database>, past?: string): Promise<Date> {
  await sql`select take_locks(array['changelog'])`.execute(trx)
  const { rows } = await sql<{ moment: Date }>`
    select case when ${past ?? null}::timestamptz > coalesce(last, '-infinity') and ${past ?? null}::timestamptz < now() then ${past ?? null}::timestamptz
      else greatest(date_trunc('milliseconds', clock_timestamp()), last + interval '1 millisecond') end as moment
    from (select max("timestamp") as last from changelog) as newest`.execute(trx)
  return rows[0]!.moment
}

/** Appends an item at the timestamp that was taken for it in the same transaction. */
export async function insertChange(trx: Transaction<Database>, timestamp: Date, change: Change): Promise<void> {
  await trx
    .insertInto('changelog')
    .values({ ...change, timestamp })
    .execute()
}
