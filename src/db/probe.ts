import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { isDatabaseAway } from './failure.ts'

interface DatabaseProbe {
  name: string
  /** Postgres's version number, for example 150018 for 15.18. */
  version: number
  /** The current time by the clock of the database. */
  now: Date
}

/** Reads name, version and clock of a database. No table is used, so it may be empty. */
export async function probeDatabase(db: Db): Promise<DatabaseProbe> {
  const { rows } = await sql<{ name: string; version: number; now: Date }>`
    select current_database() as name, current_setting('server_version_num')::int as version,
      clock_timestamp() as now`.execute(db)
  return rows[0]!
}

/**
 * Whether a session lock is still held in the next statement, as migrations need. A pooler in
 * transaction mode loses it. `db` must be a pool of one connection.
 */
export async function keepsSessions(db: Db, key: number): Promise<boolean> {
  const { rows: taken } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid from (select pg_advisory_lock(${key})) as taken`.execute(db)
  const { rows: left } = await sql<{ pid: number; isHeld: boolean }>`
    select pg_backend_pid() as pid, pg_advisory_unlock(${key}) as "isHeld"`.execute(db)
  return left[0]!.isHeld && left[0]!.pid === taken[0]!.pid
}

/** Why a database that can be reached cannot be written to. */
export type WriteFailure = 'disk_full' | 'read_only' | 'other'

/**
 * Writes and commits one row. Returns undefined on success, else the reason. Throws when the
 * database is unreachable. The row is a host wait that is already over, for a host that does not
 * exist.
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

/** The reason if a database error means that nothing can be written; else undefined. */
export function writeFailureOf(error: unknown): WriteFailure | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  // Error codes: 53100 disk_full, 25006 read_only_sql_transaction.
  // https://www.postgresql.org/docs/15/errcodes-appendix.html
  if (code === '53100') return 'disk_full'
  return code === '25006' ? 'read_only' : undefined
}
