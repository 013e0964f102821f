import { copyFile, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { type Transaction, sql } from 'kysely'
import { inject } from 'vitest'
import { writeCatalog } from '#catalog/file/write.ts'
import { readDirectory } from '#catalog/read-directory.ts'
import { loadContent } from '#content-files/load.ts'
import type { Addresses } from '#core/addresses.ts'
import type { Db } from '#db/connect.ts'
import type { Database } from '#db/schema.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { tableNames } from './database.ts'

const root = path.resolve(import.meta.dirname, '../..')

let content: ReturnType<typeof loadContent> | undefined

/** What content/ says, read once for all files of a worker: nobody changes it. */
export function contentOnce(): ReturnType<typeof loadContent> {
  return (content ??= loadContent(root))
}

let catalogFile: string | undefined

/**
 * Fills an empty database with the starter listings of content/. The first time in a database they
 * are synced, which is seconds for 200 listings; then rows are copied from tables set aside.
 */
export async function fillStarters(db: Db): Promise<void> {
  const { rows } = await sql`select to_regnamespace('starters') is not null as is_there`.execute(db)
  if ((rows[0] as { is_there: boolean }).is_there) return db.transaction().execute(bringBack)
  await syncContent(db, await contentOnce())
  await db.transaction().execute(setAside)
}

/** Writes the catalogue of the starters: of a database that was filled with them just now. */
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

async function setAside(trx: Transaction<Database>) {
  await sql`create schema starters`.execute(trx)
  for (const name of await tableNames(trx))
    await sql`create table starters.${sql.id(name)} as table public.${sql.id(name)}`.execute(trx)
  await sql`create table starters.numbers as
    select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(trx)
}

async function bringBack(trx: Transaction<Database>) {
  // As a replica takes rows: no trigger counts their words again, no key asks for an order.
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
