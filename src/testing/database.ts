import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, inject } from 'vitest'
import { type Db, connect } from '#db/connection/connect.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import { type Template, copyTemplate, databaseUrl } from './database-template.ts'

interface TestDatabase {
  db: Db
  url: string
}

/**
 * A migrated, empty database for this test file. Call this at the top of the file; `db` is set
 * before the first test.
 */
export function testDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    // Test files of the same worker use one database, one after another: opening a database takes
    // longer than running most files.
    const { worker, isUsed } = ofWorker()
    Object.assign(database, await worker)
    if (isUsed) await empty(database.db)
  })
  return database
}

let opened: Promise<TestDatabase> | undefined

function ofWorker() {
  const isUsed = opened !== undefined
  opened ??= open(inject('template'))
  return { worker: opened, isUsed }
}

// Never closed: the worker's end closes the database, and the end of the test run removes it.
async function open(template: Template): Promise<TestDatabase> {
  const url = await (template.kind === 'server' ? onServer(template) : embedded(template))
  // Some tests break idle connections on purpose. If a connection in use breaks, its query fails.
  return { db: connect(url, { max: 20, onError: () => {} }), url }
}

async function onServer({ url, database, run }: Template & { kind: 'server' }) {
  const name = `${run}${process.pid}`
  const admin = connect(url, { max: 1, onError: () => {} })
  await sql`create database ${sql.id(name)} template ${sql.id(database)}`.execute(admin)
  await admin.destroy()
  return databaseUrl(url, name)
}

async function embedded(template: Template & { kind: 'folder' }) {
  const folder = path.join(template.run, String(process.pid))
  copyTemplate(template, folder)
  return (await openEmbedded(folder)).url
}

/** Deletes all rows of all tables, except those of the migrator. */
async function empty(db: Db): Promise<void> {
  const tables = sql.join((await tableNames(db)).map((name) => sql.id(name)))
  await sql`truncate ${tables} restart identity cascade`.execute(db)
}

/** The names of all tables, except those of the migrator. */
export async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and not starts_with(tablename, 'kysely_')`.execute(db)
  return rows.map(({ name }) => name)
}
