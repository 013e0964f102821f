import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

/** Whether requests to one of these hosts must wait at this time. */
export async function isHostWaiting(db: Db, hosts: readonly string[], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('host_waits')
    .select('host')
    .where('host', '=', anyOf(hosts))
    .where('until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Sets the wait of a host to its own value; without one to a minute, then two, and so on up to a
 * day, until it answers again.
 */
export async function setHostWait(
  db: Db,
  { host, seconds, now }: { host: string; seconds: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into host_waits as known (host, until, refusals)
    values (${host}, ${now}::timestamptz + ${seconds ?? 60} * interval '1 second', 1)
    on conflict (host) do update set refusals = least(known.refusals + 1, 20), until = ${now}::timestamptz
      + coalesce(${seconds}::integer, least(60 * 2 ^ least(known.refusals, 20), 86400)) * interval '1 second'`.execute(
    db,
  )
}

/** Removes the waits of hosts that answered. */
export async function forgetHostWaits(db: Db, hosts: readonly string[]): Promise<void> {
  await db.deleteFrom('host_waits').where('host', '=', anyOf(hosts)).execute()
}

function anyOf(hosts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...hosts]}::text[])`
}
