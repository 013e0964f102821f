import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { isDatabaseAway } from './failure.ts'

/** Why a database that can be reached cannot be written to. */
export type WriteFailure = 'disk_full' | 'read_only' | 'other'

/**
 * Writes a host wait that is already over, of a host that does not exist. Returns undefined on
 * success, else the reason. Throws when the database is unreachable.
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
