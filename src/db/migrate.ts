import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the schema up to date and returns the names of what was applied. Each file is plain SQL; a
 * run is one transaction.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  if (error) {
    const what = failed ? `migration ${failed.migrationName} failed` : 'no migration could begin'
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${what}: ${why}`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}

/** The names of all migrations that this code knows, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.slice(0, -'.sql'.length)).sort()
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const entries = (await listMigrations()).map(
    async (name) =>
      [name, plainSql(await readFile(new URL(`${name}.sql`, folder), 'utf8'))] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

// Without parameters the driver uses the simple protocol, which takes many statements at once.
function plainSql(text: string): Migration {
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}
