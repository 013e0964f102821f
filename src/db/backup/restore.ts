import { sql } from 'kysely'
import {
  lackingBeforeBaseline,
  lastBeforeBaseline,
  withBaseline,
} from '#db/migrations/before-baseline.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { listMigrations } from '#db/migrations/schema-version.ts'
import { BackupError, type Header, type Row, readBackupFile } from './file.ts'
import { countRows, listTables } from './tables.ts'

/** The largest insert: this many rows, or a little more than this many characters of values. */
const batch = { rows: 500, characters: 1_000_000 } as const

/** A table to restore, and for each column the index of its value in a row of the backup. */
interface Target {
  name: string
  columns: { name: string; type: string; place: number }[]
}

/**
 * Migrates an empty database to the version of a backup, inserts all its rows in one transaction,
 * and migrates them to the newest version. The whole file is checked before anything is written.
 * Returns the header of the backup.
 */
export async function restoreBackup(db: Db, file: string): Promise<Header> {
  const header = await check(file)
  await refuseRows(db)
  await migrate(db, withBaseline(header.schema).at(-1))
  await db.transaction().execute(async (trx) => {
    const tables = await tablesFor(trx, header)
    // Checked again inside the transaction: a running service may have inserted rows meanwhile.
    await refuseRows(trx)
    await deferForeignKeys(trx, tables, true)
    for await (const rows of batches(file)) {
      const table = tables.get(rows[0]![0])
      if (table) await insertRows(trx, table, rows)
    }
    for (const [name, { last, isCalled }] of Object.entries(header.sequences))
      await sql`select setval(${name}::regclass, ${last}::bigint, ${isCalled})`.execute(trx)
    await sql`set constraints all immediate`.execute(trx)
    await deferForeignKeys(trx, tables, false)
  })
  await migrate(db)
  return header
}

async function check(file: string): Promise<Header> {
  let header: Header | undefined
  for await (const part of readBackupFile(file)) if ('header' in part) header = part.header
  const known = await listMigrations()
  const there = withBaseline(header!.schema)
  const isKnown = there.length > 0 && there.join() === known.slice(0, there.length).join()
  if (isKnown) return header!
  const isOlder = lackingBeforeBaseline(there).length > 0
  const code = isOlder ? `the code of commit ${lastBeforeBaseline}` : 'the code that took it'
  throw new BackupError(
    `${file} was taken from a database at ${there.at(-1)}, and this code makes one at ${known.at(-1)}. Restore it with ${code}, then update that.`,
  )
}

async function refuseRows(db: Db) {
  const counts = await countRows(db, await listTables(db))
  const filled = Object.keys(counts).filter((name) => counts[name]! > 0)
  if (filled.length === 0) return
  throw new BackupError(
    `The database has rows already, in ${filled.join(', ')}. A backup is restored into an empty one, before the service is started on it. Nothing was written.`,
  )
}

async function tablesFor(trx: Trx, header: Header): Promise<Map<string, Target>> {
  const tables = await listTables(trx)
  // A database from before the baseline has the same columns in another order.
  const shape = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]))
  const here = tables.map(({ name, columns }) => ({ name, columns: columns.map((c) => c.name) }))
  if (shape(here) !== shape(header.tables))
    throw new BackupError(
      'The tables of the backup are not those of this database. Restore it into one without tables.',
    )
  const places = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  const targets = tables.map(({ name, columns }) => {
    const place = (column: string) => places.get(name)!.indexOf(column)
    return { name, columns: columns.map((column) => ({ ...column, place: place(column.name) })) }
  })
  return new Map(targets.map((target) => [target.name, target]))
}

// Listings refer to each other (`referred_by`), so no order of inserts satisfies every foreign key
// before the last row.
async function deferForeignKeys(
  trx: Trx,
  tables: ReadonlyMap<string, Target>,
  isDeferred: boolean,
) {
  const { rows } = await sql<{ table: string; name: string }>`
    select c.conrelid::regclass::text as table, c.conname as name from pg_constraint c
    where c.contype = 'f' and c.conrelid = any(${[...tables.keys()]}::text[]::regclass[])`.execute(
    trx,
  )
  const how = sql.raw(isDeferred ? 'deferrable initially deferred' : 'not deferrable')
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} ${how}`.execute(trx)
}

async function* batches(file: string): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  let characters = 0
  for await (const part of readBackupFile(file)) {
    if ('header' in part) continue
    const { row } = part
    const isFull = rows.length >= batch.rows || characters > batch.characters
    if (rows.length > 0 && (isFull || rows[0]![0] !== row[0])) {
      yield rows
      rows = []
      characters = 0
    }
    rows.push(row)
    characters += row[1].reduce((sum, value) => sum + (value?.length ?? 0), 0)
  }
  if (rows.length > 0) yield rows
}

async function insertRows(trx: Trx, { name, columns }: Target, rows: readonly Row[]) {
  const values = JSON.stringify(rows.map((row) => row[1]))
  // Values are cast from text. `overriding system value` keeps the numbers of identity columns.
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
    overriding system value
    select ${sql.join(columns.map(({ type, place }) => sql.raw(`(v ->> ${place})::${type}`)))}
    from jsonb_array_elements(${values}::jsonb) as rows (v)`.execute(trx)
}
