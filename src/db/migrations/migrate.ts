import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { baseline, isTakenOver, replaced } from './before-baseline.ts'
import type { Db } from '#db/connection/connect.ts'
import {
  listApplied,
  listMigrations,
  migrationFolder,
  readSchemaVersion,
  refuseOtherLine,
} from './schema-version.ts'

/**
 * Migrates the database, up to `last` or to the newest migration, and returns the names of the
 * applied migrations. Each file is plain SQL; all files of a run are applied in one transaction. A
 * newer database is left unchanged, so that code that was rolled back can use it.
 */
export async function migrate(db: Db, last?: string): Promise<string[]> {
  const version = await readSchemaVersion(db)
  refuseOtherLine(version)
  // The usual case, nothing to migrate. The migrator would read everything twice, and refuse
  // migrations that this code does not know.
  if (version?.older.length === 0) return []
  const known = await readMigrations(version ? await listApplied(db) : [])
  const { error, results = [] } = await migrateTo(db, known, last)
  const failed = results.find(({ status }) => status === 'Error')
  if (error) {
    const what = failed ? `migration ${failed.migrationName} failed` : 'no migration could begin'
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${what}: ${why}`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}

// The migrator reads the columns of every table before it takes its lock. If another deployment drops
// one of them meanwhile, Postgres answers with one of these codes, and nothing has begun.
const droppedMeanwhile = new Set(['42703', '42P01'])

async function migrateTo(
  db: Db,
  known: Record<string, Migration>,
  last: string | undefined,
  attemptsLeft = 3,
): ReturnType<Migrator['migrateToLatest']> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } })
  const outcome = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  const { code } = Object(outcome.error) as { code?: string }
  const isRace = !outcome.results?.length && droppedMeanwhile.has(code ?? '')
  return isRace && attemptsLeft > 1 ? migrateTo(db, known, last, attemptsLeft - 1) : outcome
}

// The migrator refuses a database with a migration that it is not given. In a database that has all
// migrations before the baseline, those are given in its place.
async function readMigrations(applied: readonly string[]): Promise<Record<string, Migration>> {
  const former = isTakenOver(applied) ? replaced : []
  const names = (await listMigrations()).filter((name) => former.length === 0 || name !== baseline)
  const known = names.map(async (name) => {
    const text = await readFile(new URL(`${name}.sql`, migrationFolder), 'utf8')
    return [name, plainSql(text)] as const
  })
  return Object.fromEntries([
    ...former.map((name) => [name, plainSql('')] as const),
    ...(await Promise.all(known)),
  ])
}

// Without parameters the driver uses the simple protocol, which accepts several statements at once.
function plainSql(text: string): Migration {
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}
