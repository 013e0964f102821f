import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { takeOver } from './before-baseline.ts'
import type { Db } from './connect.ts'
import {
  listMigrations,
  migrationFolder,
  readSchemaVersion,
  refuseOtherLine,
} from './schema-version.ts'

/**
 * Migrates the database and returns the names of the applied migrations. Each file is plain SQL; a
 * run is one transaction. Where all replaced migrations are applied, the baseline counts as
 * applied. A newer database is left as it is: migrations only add, so code that was rolled back can
 * use it.
 */
export async function migrate(db: Db): Promise<string[]> {
  const version = await readSchemaVersion(db)
  refuseOtherLine(version)
  // The usual case, without the migrator, which reads everything twice and refuses unknown names.
  if (version?.older.length === 0) return []
  if (version) await takeOver(db)
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  if (error) {
    const what = failed ? `migration ${failed.migrationName} failed` : 'no migration could begin'
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${what}: ${why}`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const known = (await listMigrations()).map(async (name) => {
    const text = await readFile(new URL(`${name}.sql`, migrationFolder), 'utf8')
    return [name, plainSql(text)] as const
  })
  return Object.fromEntries(await Promise.all(known))
}

// Without parameters the driver uses the simple protocol, which accepts several statements.
function plainSql(text: string): Migration {
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}
