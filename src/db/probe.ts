import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { isDatabaseAway } from './failure.ts'

interface DatabaseProbe {
  name: string
  /** 150018 for 15.18. */
  version: number
  /** The clock of the database. */
  now: Date
}

/** What a database says of itself, without a table of ours. */
export async function probeDatabase(db: Db): Promise<DatabaseProbe> {
  const { rows } = await sql<{ name: string; version: number; now: Date }>`
    select current_database() as name, current_setting('server_version_num')::int as version,
      clock_timestamp() as now`.execute(db)
  return rows[0]!
}

/**
 * Whether a lock of a session outlives its statement, as migrations need it. A pooler that hands out
 * connections by the transaction keeps none. `db` is a pool of one connection.
 */
export async function keepsSessions(db: Db, key: number): Promise<boolean> {
  const { rows: taken } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid from (select pg_advisory_lock(${key})) as taken`.execute(db)
  const { rows: left } = await sql<{ pid: number; isHeld: boolean }>`
    select pg_backend_pid() as pid, pg_advisory_unlock(${key}) as "isHeld"`.execute(db)
  return left[0]!.isHeld && left[0]!.pid === taken[0]!.pid
}

/** Why a database that answers cannot be written. */
export type WriteFailure = 'disk_full' | 'read_only' | 'other'

/**
 * Writes one small row and commits it: undefined when that was possible, else why not. Throws when
 * the database is away. The row is a wait of a host that nobody asks, and is over at once.
 */
export async function probeWrite(db: Db): Promise<WriteFailure | undefined> {
  try {
    await sql`
      insert into host_waits (host, until, refusals) values ('write-probe.invalid', clock_timestamp(), 0)
      on conflict (host) do update set until = excluded.until`.execute(db)
    return undefined
  } catch (error) {
    const failure = writeFailureOf(error)
    if (failure) return failure
    if (isDatabaseAway(error)) throw error
    return 'other'
  }
}

/** Whether a failure says that nothing can be written: the database's own words. */
export function writeFailureOf(error: unknown): WriteFailure | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  // https://www.postgresql.org/docs/15/errcodes-appendix.html
  if (code === '53100') return 'disk_full'
  return code === '25006' ? 'read_only' : undefined
}
