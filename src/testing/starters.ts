import { copyFile, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { writeCatalog } from '#catalog/file/write.ts'
import { readDirectory } from '#catalog/read-directory.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Db, Trx } from '#db/connection/connect.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { contentOnce } from './content.ts'
import { tableNames } from './database.ts'

let catalogFile: string | undefined

/**
 * Fills an empty database with the starter listings of content/. The first call syncs 200 listings,
 * which takes seconds, and saves the rows in the schema `starters`. Later calls copy these rows.
 */
export async function fillStarters(db: Db): Promise<void> {
  const { rows } = await sql`select to_regnamespace('starters') is not null as is_there`.execute(db)
  if ((rows[0] as { is_there: boolean }).is_there) return db.transaction().execute(restoreRows)
  await syncContent(db, await contentOnce())
  await db.transaction().execute(saveRows)
}

/** Writes the catalogue file of a database that `fillStarters` has just filled. */
export async function writeStartersCatalog(db: Db, file: string, to: Addresses): Promise<void> {
  if (catalogFile === undefined) {
    const made = path.join(
      await mkdtemp(path.join(inject('template').scratch, 'catalog-')),
      'starters',
    )
    await readDirectory(db, await contentOnce(), ({ source }) => writeCatalog(made, source, to))
    catalogFile = made
  }
  await copyFile(catalogFile, file)
}

async function saveRows(trx: Trx) {
  await sql`create schema starters`.execute(trx)
  for (const name of await tableNames(trx))
    await sql`create table starters.${sql.id(name)} as table public.${sql.id(name)}`.execute(trx)
  await sql`create table starters.numbers as
    select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(trx)
}

async function restoreRows(trx: Trx) {
  // In the role of a replica, Postgres ignores triggers and foreign keys.
  await sql`set local session_replication_role = replica`.execute(trx)
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'
      and table_name in (select tablename from pg_tables where schemaname = 'starters')
    group by table_name`.execute(trx)
  for (const { name, columns } of rows) {
    const named = sql.join(columns.map((column) => sql.id(column)))
    await sql`insert into public.${sql.id(name)} (${named}) overriding system value
      select ${named} from starters.${sql.id(name)}`.execute(trx)
  }
  await sql`select setval(name::regclass, last) from starters.numbers`.execute(trx)
}
