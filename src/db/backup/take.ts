import { sql } from 'kysely'
import type { Db, Trx } from '#db/connection/connect.ts'
import { listApplied } from '#db/migrations/schema-version.ts'
import { type Header, writeBackupFile } from './file.ts'
import { type Table, countRows, listTables } from './tables.ts'

/** How many rows are fetched at once. */
const batch = 500

/**
 * Writes all rows of the database, as one snapshot, into a backup file; the service may keep
 * running. Returns the header of the file.
 */
export function takeBackup(db: Db, file: string, now: Date): Promise<Pick<Header, 'tables'>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await writeInOneWay(trx)
      const tables = await listTables(trx)
      const counts = await countRows(trx, tables)
      const header = {
        taken_at: now.toISOString(),
        schema: await listApplied(trx),
        tables: tables.map(({ name, columns }) => ({
          name,
          columns: columns.map((column) => column.name),
          rows: counts[name]!,
        })),
        sequences: await readSequences(trx, tables),
      }
      await writeBackupFile(file, header, readRows(trx, tables))
      return header
    })
}

/** Fixes the session settings that determine the text form of values. */
async function writeInOneWay(trx: Trx) {
  await sql`select set_config(name, value, true) from (values
    ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
    ('bytea_output', 'hex'), ('extra_float_digits', '1')) as t (name, value)`.execute(trx)
}

async function* readRows(trx: Trx, tables: readonly Table[]) {
  for (const { name, columns, primary_key } of tables) {
    const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
    const order = primary_key.length > 0 ? primary_key : columns.map((column) => column.name)
    await sql`declare backup no scroll cursor for
      select to_json(array[${values}])::text as line from ${sql.table(name)}
      order by ${sql.join(order.map((column) => sql.ref(column)))}`.execute(trx)
    for (let isMore = true; isMore;) {
      const { rows } = await sql<{ line: string }>`
        fetch ${sql.raw(String(batch))} from backup`.execute(trx)
      for (const { line } of rows) yield `[${JSON.stringify(name)},${line}]`
      isMore = rows.length === batch
    }
    await sql`close backup`.execute(trx)
  }
}

async function readSequences(trx: Trx, tables: readonly Table[]) {
  const sequences: Header['sequences'] = {}
  for (const name of tables.flatMap((table) => table.sequences)) {
    const { rows } = await sql<{ last: string; isCalled: boolean }>`
      select last_value::text as last, is_called as "isCalled" from ${sql.table(name)}`.execute(trx)
    sequences[name] = rows[0]!
  }
  return sequences
}
