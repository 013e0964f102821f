import path from 'node:path'
import templates from 'virtual:mail-templates'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { type ProductRecord, type ToolsById, namedToolIds } from '#core/present.ts'
import { type Db, connect } from '#db/connect.ts'
import { isDatabaseAway } from '#db/failure.ts'
import { listToolsById } from '#db/tools.ts'
import type { Edge } from '#http/serve.ts'
import { type SubmissionLimiter, postgresLimiter } from '#limits/submission-slots.ts'
import type { Mailer } from '#mail/deliver.ts'
import { fileTransport, smtpTransport } from '#mail/transport.ts'
import { readConfig } from './config.ts'

export { catalog }

/**
 * What the functions of this deployment are made of. They import it; everything below them gets its
 * parts as arguments.
 */
const config = readConfig(process.env)

const siteUrl = config.SITE_URL ?? `http://localhost:${config.PORT}`

export const to = addresses(siteUrl)

/** Origins beside the site's own whose browsers may call /mcp. */
export const mcpOrigins = config.MCP_ALLOWED_ORIGINS

export const edge: Edge = {
  log: (message, error) => console.error(message, redacted(error)),
  isUnavailable: isDatabaseAway,
}

let pool: Db | undefined

/** The pool of this instance, opened when something first needs the database. */
export function database(): Db {
  if (!config.DATABASE_URL)
    throw new Error('DATABASE_URL is not set; the functions need a database.')
  pool ??= connect(config.DATABASE_URL, {
    max: 5,
    onError: (error) => edge.log('an idle database connection broke', error),
  })
  return pool
}

/**
 * Asks the database, and the snapshot when the database is away (decision, Degraded).
 * `fromSnapshot` gives undefined for what the snapshot cannot know; that stays the failure it is.
 * `headers` tell the client where the answer is from.
 */
export async function askDatabaseElse<T>(
  ask: (db: Db) => Promise<T>,
  fromSnapshot: () => T | undefined,
): Promise<{ found: T; headers: Record<string, string> }> {
  try {
    return { found: await ask(database()), headers: {} }
  } catch (error) {
    const found = isDatabaseAway(error) ? fromSnapshot() : undefined
    if (found === undefined) throw error
    edge.log('the database is away; answered from the snapshot', error)
    return { found, headers: { 'x-served-from': 'snapshot' } }
  }
}

/**
 * The tools that these listings name, as the build knows them. Only one that entered after it is
 * asked for.
 */
export async function toolsOf(
  db: Db,
  products: readonly Pick<ProductRecord, 'tool_ids' | 'compatibility'>[],
): Promise<ToolsById> {
  const unknown = namedToolIds(products).filter((id) => !catalog.toolsById.has(id))
  const entered = await listToolsById(db, unknown)
  return new Map([...catalog.toolsById, ...entered.map((tool) => [tool.id, tool] as const)])
}

/** The rate limits of POST /submit. */
export function submissionLimiter(): SubmissionLimiter {
  if (!config.SERVICE_SECRET)
    throw new Error('SERVICE_SECRET is not set; it keys the hashes of the rate limiter.')
  return postgresLimiter(database(), config.SERVICE_SECRET)
}

export const mailer: Mailer = {
  transport: config.SMTP_URL
    ? smtpTransport(config.SMTP_URL)
    : fileTransport(config.MAIL_DIR ?? path.join(config.DATA_DIR, 'mail')),
  templates,
  from: config.MAIL_FROM,
  log: (message) => console.error(message),
}

// What a library puts into a message may repeat an address that somebody typed.
function redacted(error: unknown): string {
  const text =
    error instanceof Error
      ? (error.stack ?? error.message)
      : String((error as { message?: unknown } | null)?.message ?? error)
  return text.replace(/[^\s"'<>=]+@[^\s"'<>]+/g, '<address>')
}
