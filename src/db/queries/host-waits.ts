import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection/connect.ts'

/** Whether requests to one of these servers (by hostname) must wait at this time. */
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
 * Makes requests to a server wait: for `seconds` if the server said how long, else for a minute,
 * doubled with each refusal in a row, up to a day.
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

/** Deletes what `setHostWait` stored for servers that have answered again. */
export async function forgetHostWaits(db: Db, hosts: readonly string[]): Promise<void> {
  await db.deleteFrom('host_waits').where('host', '=', anyOf(hosts)).execute()
}

function anyOf(hosts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...hosts]}::text[])`
}
