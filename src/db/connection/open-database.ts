import { type Db, connect } from './connect.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import { isDatabaseAway } from './failure.ts'
import { migrate } from '#db/migrations/migrate.ts'
import { readSchemaVersion, refuseOtherLine } from '#db/migrations/schema-version.ts'

export interface OpenDatabase {
  db: Db
  /** The URL at which other processes and workers reach the database. */
  url: string
  /**
   * `remote`: the database of DATABASE_URL. `owner`: the embedded database, run by this process.
   * `client`: the embedded database, run by another process.
   */
  role: 'remote' | 'owner' | 'client'
  close: () => Promise<void>
}

/** The settings of the database. */
export interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATABASE_URL_UNPOOLED?: string | undefined
  DATA_DIR: string
}

/**
 * Opens and migrates the database of DATABASE_URL, else the embedded one, for the service and its
 * build. Commands use `openExisting`.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  options: {
    as?: 'owner' | 'any'
    onError?: (error: Error) => void
    /** Called with the pid of a command that holds the data folder, whose end is awaited. */
    onGuest?: (pid: number) => void
    signal?: AbortSignal
  } = {},
): Promise<OpenDatabase> {
  const { onError } = options
  if (settings.DATABASE_URL) {
    await migrateConfigured(settings)
    return { ...openUrl(settings.DATABASE_URL, { onError }), role: 'remote' }
  }
  const embedded = await openEmbedded(settings.DATA_DIR, options)
  // The owner runs the database in its own process: while the database computes, no deadline fires.
  const deadlines = embedded.role === 'owner' ? {} : undefined
  const opened = openUrl(embedded.url, { onError, deadlines, also: embedded.close })
  if (embedded.role === 'owner') await migrate(opened.db)
  return { ...opened, role: embedded.role }
}

/** Opens a pool on a URL. Its `close` also calls `also`, which closes the embedded database. */
export function openUrl(
  url: string,
  {
    also,
    // A short command need not report a broken idle connection: the pool replaces it.
    onError = () => {},
    ...options
  }: Partial<Parameters<typeof connect>[1]> & { also?: () => Promise<void> } = {},
) {
  const db = connect(url, { max: 5, ...options, onError })
  const close = async () => {
    await db.destroy()
    await also?.()
  }
  return { db, url, close }
}

/**
 * Opens DATABASE_URL without migrating it, and refuses a database that lacks a migration. A
 * database with newer migrations is accepted, because migrations only add.
 */
export async function openMigrated(
  url: string,
  { onError }: { onError?: (error: Error) => void } = {},
): Promise<OpenDatabase> {
  const opened = openUrl(url, { onError })
  try {
    const version = await reachable(() => readSchemaVersion(opened.db))
    refuseOtherLine(version)
    if (!version || version.older.length > 0)
      throw new Error(
        `The database of DATABASE_URL lacks ${version?.older.join(', ') ?? 'every migration'}. Run: npm run migrate`,
      )
  } catch (error) {
    await opened.close()
    throw error
  }
  return { ...opened, role: 'remote' }
}

/** Migrates the configured database and returns the names of the applied migrations. */
export async function migrateConfigured(settings: DatabaseSettings): Promise<string[]> {
  const { db, close } = await openTarget(settings, 'owner')
  const migrated = () => migrate(db)
  return (settings.DATABASE_URL ? reachable(migrated) : migrated()).finally(close)
}

/**
 * Opens the database whose schema is to be made, without migrating it, and without a pooler: in
 * transaction mode it cannot hold the migrator's session lock. The embedded database is created if
 * it is missing.
 */
export async function openTarget(
  { DATABASE_URL, DATABASE_URL_UNPOOLED, DATA_DIR }: DatabaseSettings,
  as?: 'owner',
) {
  const url = DATABASE_URL && (DATABASE_URL_UNPOOLED ?? DATABASE_URL)
  if (url) return { ...openUrl(url, { max: 1 }), name: nameOf(url) }
  const embedded = await openEmbedded(DATA_DIR, { as })
  return { ...openUrl(embedded.url, { max: 1, also: embedded.close }), name: DATA_DIR }
}

/** The server and the database of a URL, without a password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Turns the error of a database into a sentence about the settings, without the password. */
export async function reachable<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const problem = problemOf(error instanceof Error ? (error.cause ?? error) : error)
    if (problem === undefined) throw error
    throw new Error(`DATABASE_URL (or DATABASE_URL_UNPOOLED) names a database that ${problem}.`, {
      cause: error,
    })
  }
}

// Postgres error classes: 28 invalid authorization, 3D invalid database name. Node's certificate
// errors have codes like SELF_SIGNED_CERT_IN_CHAIN and UNABLE_TO_VERIFY_LEAF_SIGNATURE.
function problemOf(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const [what, words] = [String(code ?? ''), String(message ?? '')]
  if (words.includes('does not offer TLS'))
    return 'does not offer TLS, and its sslmode asks for it: switch it on at the server, or take sslmode=disable on a network of your own'
  if (/^(?:28|3D)[0-9A-Z]{3}$/.test(what)) return `does not let us in: ${words}`
  if (/CERT|VERIFY|TLS/.test(what))
    return `has a certificate that cannot be checked (${what}): sslmode=no-verify encrypts without checking`
  return isDatabaseAway(error) ? 'does not answer' : undefined
}
