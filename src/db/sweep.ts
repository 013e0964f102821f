import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from './connect.ts'
import { linkFields } from './outbox.ts'

const deleted = (table: string, isExpired: RawBuilder<unknown>) => ({
  isExpired: (limit: number) =>
    sql`select ctid from ${sql.table(table)} where ${isExpired} limit ${limit}`,
  sweep: (chosen: RawBuilder<unknown>) =>
    sql`delete from ${sql.table(table)} where ctid in (${chosen} for update skip locked)`,
})

/**
 * Every table that gathers what nobody can use any more. By the clock of the database: a machine
 * whose own is wrong must not sweep away what is valid.
 */
const expired = {
  /** Decision, Submit: an Idempotency-Key counts for 24 hours. */
  idempotency_keys: deleted('idempotency_keys', sql`created_at < now() - interval '25 hours'`),
  /** No window of a rate limit is longer than a day. */
  limiter_events: deleted('limiter_events', sql`at < now() - interval '25 hours'`),
  manage_tokens: deleted('manage_tokens', sql`expires_at < now()`),
  /** A second look of a day may come a little after it, by another instance's clock. */
  view_seen: deleted('view_seen', sql`day < (now() at time zone 'utc' - interval '1 hour')::date`),
  /** Topics that nobody has grown from them in so long will not. */
  unanswered_questions: deleted(
    'unanswered_questions',
    sql`day < (now() at time zone 'utc')::date - 90`,
  ),
  /** The last one says how builds stand, however old it is. */
  rebuilds: deleted(
    'rebuilds',
    sql`coalesce(done_at, failed_at) < now() - interval '30 days' and id < (select max(id) from rebuilds)`,
  ),
  /** The claim stays, unverified; the link in its mail opens nothing any more. */
  owner_claims: {
    isExpired: (limit: number) =>
      sql`select ctid from owner_claims where token_hash is not null and token_expires_at < now() limit ${limit}`,
    sweep: (chosen: RawBuilder<unknown>) =>
      sql`update owner_claims set token_hash = null, token_expires_at = null
        where ctid in (${chosen} for update skip locked)`,
  },
  /** Mails that nobody sends any more keep no links. */
  outbox: {
    isExpired: (limit: number) =>
      sql`select ctid from outbox where payload ?| array['manage_url', 'confirm_url']
        and (refused_at is not null
          or created_at < now() - make_interval(days => ${limits.owner_claim_days}::int)) limit ${limit}`,
    sweep: (chosen: RawBuilder<unknown>) =>
      sql`update outbox set payload = payload - ${[...linkFields]}::text[]
        where ctid in (${chosen} for update skip locked)`,
  },
} as const satisfies Record<
  string,
  {
    isExpired: (limit: number) => RawBuilder<unknown>
    sweep: (chosen: RawBuilder<unknown>) => RawBuilder<unknown>
  }
>

export type Expiring = keyof typeof expired
export const expiring = Object.keys(expired) as Expiring[]

/**
 * Clears away some of what has expired in a table, and says how much that was. What another holds
 * is passed over, so that two sweepers never wait for each other.
 */
export async function sweepSome(db: Db, table: Expiring, limit: number): Promise<number> {
  const { isExpired, sweep } = expired[table]
  const { numAffectedRows = 0n } = await sweep(isExpired(limit)).execute(db)
  return Number(numAffectedRows)
}

/** How much has expired in all tables, counting no more than `most` in each. */
export async function countExpired(db: Db, most = 1_000): Promise<number> {
  const counts = expiring.map(
    (table) => sql`select count(*) as n from (${expired[table].isExpired(most)}) as expired_rows`,
  )
  const { rows } = await sql<{ count: number }>`
    select sum(n)::int as count from (${sql.join(counts, sql` union all `)}) as counts`.execute(db)
  return rows[0]!.count
}
