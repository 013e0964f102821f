import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { listMigrations } from './migrate.ts'

/** How a database differs from what this code knows, in migrations. */
export interface SchemaVersion {
  /** Applied there, and unknown here. */
  newer: string[]
  /** Known here, and not applied there. */
  older: string[]
}

/** Reads what was applied to a database, or undefined where nobody ever migrated. */
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
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  const there = rows.map(({ name }) => name)
  return {
    newer: there.filter((name) => !here.includes(name)),
    older: here.filter((name) => !there.includes(name)),
  }
}

/**
 * What an editor is told of a schema that this code cannot work with; undefined where it can: a
 * deployment comes in two steps, so one migration more or less is no reason to stop.
 */
export function schemaProblem(version: SchemaVersion | undefined): string | undefined {
  if (!version) return 'The database holds no directory yet: start the service once, it makes one.'
  const { newer, older } = version
  if (newer.length > 0 && older.length > 0)
    return `The database is of another line of versions: it has ${list(newer)}, and lacks ${list(older)}. Use the code that the service runs.`
  if (newer.length > 1)
    return `The database is ${newer.length} versions newer than this code: it has ${list(newer)}. Update your checkout.`
  if (older.length > 1)
    return `The database is ${older.length} versions older than this code: it lacks ${list(older)}. Deploy the service first; an editor's command never changes the schema.`
  return undefined
}

function list(names: readonly string[]): string {
  return names.join(', ')
}
