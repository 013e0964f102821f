import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '#config.ts'
import { once } from '#core/once.ts'
import { type Addresses, addresses } from '#core/addresses.ts'
import { type ExistingDatabase, NoDatabase, openExisting } from '#db/open-existing.ts'
import type { Builder, Backend } from '#editorial/side-effects.ts'
import { hookFile } from '#hosting/local-host.ts'
import { ownSecret } from '#hosting/own-secret.ts'
import { readReviewReasons } from '#content-files/load.ts'
import { guardedFetch, userAgent } from '#proof/fetch/guarded-fetch.ts'
import { type Reach, createReach } from '#proof/fetch/reach.ts'
import { createMailer } from './mailer.ts'
import { confirm } from './confirm.ts'
import { type FileSession, fileSession } from './file-session.ts'
import { type Guide, readGuideLines } from './guide-lines.ts'
import type { Values } from './options.ts'
import type { Reasons } from './reasons.ts'
import { Misuse } from '#command.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What every command has: the way in for decisions, who decides, and how to speak. */
export interface Session extends FileSession {
  backend: Backend
  /** Which database it is, when it is not the one in .data. */
  where: string | null
  /**
   * Mails of a database that is not this machine's wait for its service where no provider is set
   * here: a file on an editor's machine reaches nobody. Whoever names a MAIL_DIR wants files.
   */
  leavesMails: boolean
  to: Addresses
  /** Who decides, for the audit. */
  actor: string
  /** What editors say most often. */
  reasons: Reasons
  guide: Guide
  /** Whether looking at what owners named can lead anywhere. */
  reach: Reach
  /**
   * Takes what follows a decision and comes back at once, where an editor need not wait for it. It
   * yields what went wrong, in sentences. Without it a command ends with its work.
   */
  follow?: (work: () => Promise<string[]>) => void
  /** Says what will be done and asks. */
  confirm: (sentence: string) => Promise<boolean>
}

/** Opens what a command needs, and closes it whatever happens. */
export async function withSession<T>(
  config: Config,
  values: Values,
  { writesMail }: { writesMail: boolean },
  run: (session: Session) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL && !config.SITE_URL && writesMail)
    throw new Misuse(
      'SITE_URL is not set. DATABASE_URL names a database that is not this machine’s, and the mails of this command would lead to this machine.',
    )
  const database = await openExisting(config)
  try {
    const hook = await localHook(config)
    const to = addresses(
      config.SITE_URL ?? `http://localhost:${hook ? new URL(hook).port : config.PORT}`,
    )
    const look: FileSession['look'] = (url, request = {}) =>
      guardedFetch(url, { ...request, userAgent: userAgent(to.site) })
    const files = fileSession(values)
    return await run({
      ...files,
      backend: {
        db: database.db,
        mailer: once(async () => createMailer(config, { to, secret: secretOf(config) })),
        builder: builderOf(config, database.role === 'owner' ? undefined : hook),
      },
      where: database.name === path.resolve('.data') ? null : database.name,
      // Without the secret of the service a mail would have no off link, and would go to those who
      // want none.
      leavesMails:
        database.role === 'remote' &&
        !config.MAIL_DIR &&
        !(config.SMTP_URL && config.SERVICE_SECRET),
      to,
      actor: values.as ?? os.userInfo().username,
      reasons: await readReviewReasons(root),
      guide: await readGuideLines(root),
      look,
      gitHubToken: async () => config.GITHUB_TOKEN,
      reach: createReach(look, files.now),
      confirm: (sentence) => (values.yes ? Promise.resolve(true) : confirm(sentence)),
    })
  } catch (error) {
    throw explained(error, database)
  } finally {
    await database.close()
  }
}

// A database elsewhere belongs to a service elsewhere, which has a secret of its own.
function secretOf(config: Config): string | undefined {
  if (config.SERVICE_SECRET || config.DATABASE_URL) return config.SERVICE_SECRET
  return ownSecret(path.resolve(config.DATA_DIR, 'secret'))
}

// 42P01 undefined table, 42703 undefined column: the one migration that is not there is needed.
// https://www.postgresql.org/docs/15/errcodes-appendix.html
function explained(error: unknown, { schema, name }: ExistingDatabase): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  if (schema.older.length === 0 || (code !== '42P01' && code !== '42703')) return error
  return new NoDatabase(
    `The database ${name} is one version older than this code, and what this command needs comes with ${schema.older.join(', ')}. Deploy the service first, or use the code that it runs.`,
    error,
  )
}

function builderOf(config: Config, hook: string | undefined): Builder {
  if (config.REBUILD_HOOK_URL) return { kind: 'hook', url: config.REBUILD_HOOK_URL }
  return hook ? { kind: 'server', url: hook } : { kind: 'none' }
}

function localHook(config: Config): Promise<string | undefined> {
  return readFile(hookFile(path.resolve(config.DATA_DIR)), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}
