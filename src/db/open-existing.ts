import fs from 'node:fs'
import path from 'node:path'
import { type Db, connect } from './connect.ts'
import { dataFolder, holdsDatabase } from './embedded/data-folder.ts'
import { openEmbedded } from './embedded/open.ts'
import { type DatabaseSettings, type OpenDatabase, reachable } from './open-database.ts'
import { type SchemaVersion, readSchemaVersion, schemaProblem } from './schema-version.ts'

export interface ExistingDatabase extends OpenDatabase {
  /** Which it is, for people: the folder, or server and name without a password. */
  name: string
  schema: SchemaVersion
}

/** Says in a sentence why there is no database to work on. */
export class NoDatabase extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'NoDatabase'
  }
}

/**
 * Opens a database that the service has made, and changes nothing about it: it is not migrated, and
 * where there is none, none is made.
 */
export async function openExisting(settings: DatabaseSettings): Promise<ExistingDatabase> {
  const url = settings.DATABASE_URL
  if (url) {
    const db = connect(url, { max: 5, onError: () => {} })
    const opened = { db, url, role: 'remote' as const, close: () => db.destroy() }
    return { ...opened, name: nameOf(url), schema: await checked(opened) }
  }
  const { root, database } = dataFolder(settings.DATA_DIR)
  if (!fs.existsSync(root) || !holdsDatabase(database)) throw new NoDatabase(missing(root))
  const embedded = await openEmbedded(root, { as: 'guest' })
  const db = connect(embedded.url, { max: 5, onError: () => {} })
  const close = async () => {
    await db.destroy()
    await embedded.close()
  }
  const opened = { db, url: embedded.url, role: embedded.role, close }
  return { ...opened, name: root, schema: await checked(opened) }
}

async function checked({ db, close }: { db: Db; close: () => Promise<void> }) {
  try {
    const version = await reachable(() => readSchemaVersion(db))
    const problem = schemaProblem(version)
    if (problem || !version) throw new NoDatabase(problem!)
    return version
  } catch (error) {
    await close()
    throw error
  }
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Names what there is beside it: whoever started the service with another folder forgot to say so. */
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
