import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/connection/connect.ts'
import { linkFields } from './outbox.ts'
import type { Database } from '#db/migrations/schema.ts'

/**
 * For each table, which rows have expired by the clock of the database: a machine whose clock is
 * wrong must not delete valid rows.
 */
const expired = {
  // Decisions, Submit: an Idempotency-Key is valid for 24 hours. One hour is added as a margin.
  idempotency_keys: sql`created_at < now() - interval '25 hours'`,
  // The windows of rate limits are at most a day long. One hour is added as a margin.
  limiter_events: sql`at < now() - interval '25 hours'`,
  manage_tokens: sql`expires_at < now()`,
  // Claims that nobody proved within 30 days, and ended ones after 90.
  claims: sql`(state = 'open' and created_at < now() - make_interval(days => ${limits.claim_days}::int))
    or ended_at < now() - interval '90 days'`,
  // Longer than anything can be undone.
  undos: sql`created_at < now() - interval '1 hour'`,
  takings: sql`taken_at < now() - interval '30 minutes'`,
  // One hour late, because the clock of another instance may be a little behind.
  view_seen: sql`day < (now() at time zone 'utc' - interval '1 hour')::date`,
  // The newest row stays, however old: it shows the state of builds.
  rebuilds: sql`coalesce(done_at, failed_at) < now() - interval '30 days' and id < (select max(id) from rebuilds)`,
  // Only the link of an owner claim expires: the claim stays, unverified.
  owner_claims: sql`token_hash is not null and token_expires_at < now()`,
  // Mails that are no longer sent keep no links. A literal array, so that the partial index is
  // used.
  // The message of a decided report stays: it says why the listing was changed.
  reports: sql`decided_at < now() - make_interval(days => ${limits.report_days}::int)
    and email is not null`,
  report_mails: sql`kind = 'report-decided'
    and created_at < now() - make_interval(days => ${limits.report_days}::int)`,
  outbox: sql`payload ?| array['manage_url', 'confirm_url'] and (refused_at is not null
    or created_at < now() - make_interval(days => ${limits.owner_claim_days}::int))`,
} as const satisfies Partial<Record<keyof Database | 'report_mails', RawBuilder<unknown>>>

/** The columns that are cleared, for tables whose expired rows are not deleted. */
const cleared: Partial<Record<Expiring, RawBuilder<unknown>>> = {
  owner_claims: sql`token_hash = null, token_expires_at = null`,
  outbox: sql`payload = payload - ${[...linkFields]}::text[]`,
  reports: sql`email = null`,
}

/** The table of expired rows, if they are a part of a table that has another rule. */
const tables: Partial<Record<Expiring, keyof Database>> = { report_mails: 'outbox' }

const tableOf = (expiring: Expiring) => sql.table(tables[expiring] ?? expiring)

export type Expiring = keyof typeof expired
export const expiring = Object.keys(expired) as Expiring[]

/**
 * Removes at most `limit` expired rows of a table, and returns how many. Rows that another
 * transaction holds are skipped, so that two sweepers never wait for each other.
 */
export async function sweepSome(db: Db, table: Expiring, limit: number): Promise<number> {
  const name = tableOf(table)
  const columns = cleared[table]
  const action = columns ? sql`update ${name} set ${columns}` : sql`delete from ${name}`
  const { numAffectedRows = 0n } = await sql`
    ${action} where ctid in (${expiredRows(table, limit)} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

function expiredRows(table: Expiring, limit: number) {
  return sql`select ctid from ${tableOf(table)} where ${expired[table]} limit ${limit}`
}

/** How many rows have expired, counting at most `most` in each table. */
export async function countExpired(db: Db, most = 1_000): Promise<number> {
  const counts = expiring.map(
    (table) => sql`select count(*) as n from (${expiredRows(table, most)}) as expired_rows`,
  )
  const { rows } = await sql<{ count: number }>`
    select sum(n)::int as count from (${sql.join(counts, sql` union all `)}) as counts`.execute(db)
  return rows[0]!.count
}
