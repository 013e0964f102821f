import fs from 'node:fs'
import path from 'node:path'
import { dataFolder, holdsDatabase } from '#db/embedded/data-folder.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import {
  type DatabaseSettings,
  type OpenDatabase,
  nameOf,
  openUrl,
  reachable,
} from './open-database.ts'
import {
  type SchemaVersion,
  readSchemaVersion,
  schemaProblem,
} from '#db/migrations/schema-version.ts'

export interface ExistingDatabase extends OpenDatabase {
  /** The database's name in messages: its folder, or server and database without a password. */
  name: string
  schema: SchemaVersion
}

/** Opens a database that the service made, without migrating it. Throws if there is none. */
export async function openExisting(settings: DatabaseSettings): Promise<ExistingDatabase> {
  const url = settings.DATABASE_URL
  if (url) return checked({ ...openUrl(url), role: 'remote', name: nameOf(url) })
  const { root, database } = dataFolder(settings.DATA_DIR)
  if (!fs.existsSync(root) || !holdsDatabase(database)) throw new Error(missing(root))
  const embedded = await openEmbedded(root, { as: 'guest' })
  return checked({
    ...openUrl(embedded.url, { also: embedded.close }),
    role: embedded.role,
    name: root,
  })
}

async function checked(opened: Omit<ExistingDatabase, 'schema'>): Promise<ExistingDatabase> {
  try {
    const schema = await reachable(() => readSchemaVersion(opened.db))
    const problem = schemaProblem(schema)
    if (problem || !schema) throw new Error(problem!)
    return { ...opened, schema }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The message names databases in sibling folders `.data…`: the service may use one of those. */
function missing(root: string): string {
  const beside = path.dirname(root)
  const others = (fs.existsSync(beside) ? fs.readdirSync(beside) : [])
    .filter((name) => name.startsWith('.data') && path.join(beside, name) !== root)
    .filter((name) => fs.existsSync(path.join(beside, name, 'pg', 'PG_VERSION')))
  const hint =
    others.length > 0
      ? `There is one in ${others.map((name) => path.join(beside, name)).join(' and in ')}: say DATA_DIR=${others[0]}.`
      : 'Start the service once (npm start), or name its DATA_DIR or its DATABASE_URL.'
  return `There is no database in ${root}, and an editor's command makes none. ${hint}`
}
