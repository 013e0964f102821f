import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { lackingBeforeBaseline, lastBeforeBaseline, withBaseline } from './before-baseline.ts'
import type { Db } from '#db/connection/connect.ts'

export const migrationFolder = new URL('./', import.meta.url)

/** The names of all migrations that this code knows, in their order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(migrationFolder)).filter((name) => name.endsWith('.sql'))
  return files.map((name) => name.slice(0, -'.sql'.length)).sort()
}

/** The names of the applied migrations, in order. */
export async function listApplied(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The migrations in which a database and this code differ. */
export interface SchemaVersion {
  /** Migrations that are applied in the database and unknown to this code. */
  newer: string[]
  /** Migrations that this code knows and the database lacks. */
  older: string[]
}

/**
 * Compares the applied migrations with `known` (default: all migrations of this code). Undefined if
 * the database was never migrated.
 */
export async function readSchemaVersion(
  db: Db,
  known?: readonly string[],
): Promise<SchemaVersion | undefined> {
  const here = known ?? (await listMigrations())
  const { rows: tables } = await sql`
    select from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`.execute(
    db,
  )
  if (tables.length === 0) return undefined
  const there = withBaseline(await listApplied(db))
  return {
    newer: there.filter((name) => !here.includes(name)),
    older: here.filter((name) => !there.includes(name)),
  }
}

/** Why an editor's command cannot work with the schema of a database; undefined if it can. */
export function schemaProblem(version: SchemaVersion | undefined): string | undefined {
  if (!version) return 'The database holds no directory yet: start the service once, it makes one.'
  const { newer, older } = version
  const stray = otherLine(version)
  if (stray) return stray
  // A difference of one migration is accepted: in the middle of a deployment the database is one
  // ahead of the code.
  if (newer.length > 1)
    return `The database is ${newer.length} versions newer than this code: it has ${list(newer)}. Update your checkout.`
  if (older.length > 1)
    return `The database is ${older.length} versions older than this code: it lacks ${list(older)}. Deploy the service first; an editor's command never changes the schema.`
  return undefined
}

/** Throws if this code can neither migrate a database nor serve from it, see `otherLine`. */
export function refuseOtherLine(version: SchemaVersion | undefined): void {
  const stray = version && otherLine(version)
  if (stray) throw new Error(stray)
}

/**
 * The problem, and what to do, if database and code each have migrations that the other lacks. A
 * database from before the baseline is such a case.
 */
function otherLine({ newer, older }: SchemaVersion): string | undefined {
  if (newer.length === 0 || older.length === 0) return undefined
  const lacking = lackingBeforeBaseline(newer)
  if (lacking.length > 0)
    return `The database is older than this code can update: it lacks ${list(lacking)}. With the code that it runs, take a backup: npm run backup -- FILE (npm run restore-backup -- FILE is the way back). Then run npm run migrate with the code of commit ${lastBeforeBaseline}, which names an older one if it needs that, and come back to this one.`
  return `The database is of another line of versions: it has ${list(newer)}, and lacks ${list(older)}. Use the code that the service runs.`
}

function list(names: readonly string[]): string {
  return names.join(', ')
}
