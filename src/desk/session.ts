import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '#config.ts'
import { attempt } from '#core/attempt.ts'
import { once } from '#core/once.ts'
import type { CodeHost } from '#core/domain-name.ts'
import { type Addresses, addresses } from '#core/addresses.ts'
import { type ExistingDatabase, openExisting } from '#db/connection/open-existing.ts'
import type { Backend } from '#editorial/side-effects.ts'
import { hookFile } from '#hosting/local-host.ts'
import { ownSecret } from '#hosting/own-secret.ts'
import { readTopicSlugs } from '#content-files/check-file.ts'
import { readCodeHosts, readReviewReasons } from '#content-files/load.ts'
import { guardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { type Reach, createReach } from '#proof/fetch/reach.ts'
import { createMailer } from './mailer.ts'
import type { Command as CommandOn } from '#authoring/arguments.ts'
import { type FileSession, fileSession } from '#authoring/file-session.ts'
import type { Values } from '#authoring/options.ts'
import { findSubmitted } from './find-submitted.ts'
import { type Reasons, withGuide } from './reasons.ts'
import { confirmer } from './confirmer.ts'
import { Misuse } from '#command.ts'

/**
 * The dependencies of a command that uses a database, on a machine with the database or in the
 * editor API of the service.
 */
export interface Session extends Omit<
  FileSession,
  'root' | 'gitHubToken' | 'reader' | 'findSubmitted'
> {
  backend: Backend
  /** The name of the database; null for the embedded one in the folder .data. */
  where: string | null
  /**
   * Mails stay in the outbox of a remote database for its service to send: this machine has no mail
   * provider, and a mail written to a local file would reach nobody. MAIL_DIR overrides this.
   */
  leavesMails: boolean
  to: Addresses
  /** The name of the editor in the audit log. */
  actor: string
  /** In how many minutes the mail of a decision leaves; until then undo takes it back. */
  mailDelayMinutes: number
  reasons: Reasons
  codeHosts: () => Promise<CodeHost[]>
  /** The slugs of all topics. */
  topicSlugs: () => Promise<string[]>
  /** Detects whether this machine has a network connection. */
  reach: Reach
  /**
   * Asks before something is done. `seen` is the version of the listing that the editor has read,
   * `warning` says which other editor has taken it.
   */
  confirm: (question: string, seen?: string, warning?: string) => Promise<boolean>
}

/** A command that editors type, on a database. */
export type Command<S = Session> = CommandOn<S>

/** The dependencies of a command that needs a database and the files of this checkout. */
export type LocalSession = Session & FileSession

/** Runs a command with a session, then closes the database. */
export async function withSession<T>(
  config: Config,
  values: Values,
  { writesMail }: { writesMail: boolean },
  run: (session: LocalSession) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL && !config.SITE_URL && writesMail)
    throw new Misuse(
      'SITE_URL is not set. DATABASE_URL names a database that is not this machine’s, and the mails of this command would lead to this machine.',
    )
  const database = await openExisting(config)
  try {
    const hook = localHook(config)
    const to = addresses(
      config.SITE_URL ?? `http://localhost:${hook ? new URL(hook).port : config.PORT}`,
    )
    const look: FileSession['look'] = (url, request = {}) =>
      guardedFetch(url, { ...request, site: to.site })
    const files = fileSession(values, (slug) => findSubmitted(database.db, slug))
    return await run({
      ...files,
      backend: {
        db: database.db,
        mailer: once(async () => createMailer(config, to, secretOf(config))),
        builder: config.REBUILD_HOOK_URL
          ? { kind: 'hook', url: config.REBUILD_HOOK_URL }
          : hook && database.role !== 'owner'
            ? { kind: 'server', url: hook }
            : { kind: 'none' },
      },
      where: database.name === path.resolve('.data') ? null : database.name,
      // An SMTP server is not enough: without the service's secret, mails have no opt-out link, and
      // the opt-outs of owners are not seen.
      leavesMails:
        database.role === 'remote' &&
        !config.MAIL_DIR &&
        !(config.SMTP_URL && config.SERVICE_SECRET),
      to,
      actor: values.as ?? os.userInfo().username,
      mailDelayMinutes: Number(values.delay ?? 0),
      reasons: withGuide(await readReviewReasons(files.root), to),
      codeHosts: () => readCodeHosts(files.root),
      topicSlugs: () => readTopicSlugs(files.root),
      look,
      gitHubToken: async () => config.GITHUB_TOKEN,
      reach: createReach(look, files.now),
      confirm: confirmer(values),
    })
  } catch (error) {
    throw explained(error, database)
  } finally {
    await database.close()
  }
}

// A remote database belongs to a service with its own secret, so this machine's is not used.
function secretOf(config: Config): string | undefined {
  if (config.SERVICE_SECRET || config.DATABASE_URL) return config.SERVICE_SECRET
  return ownSecret(path.resolve(config.DATA_DIR, 'secret'))
}

// Explains a query error that a missing migration causes. Postgres codes: 42P01 undefined table,
// 42703 undefined column. https://www.postgresql.org/docs/15/errcodes-appendix.html
function explained(error: unknown, { schema, name }: ExistingDatabase): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  if (schema.older.length === 0 || (code !== '42P01' && code !== '42703')) return error
  return new Error(
    `The database ${name} is one version older than this code, and what this command needs comes with ${schema.older.join(', ')}. Deploy the service first, or use the code that it runs.`,
    { cause: error },
  )
}

function localHook(config: Config): string | undefined {
  return attempt(() => readFileSync(hookFile(path.resolve(config.DATA_DIR)), 'utf8').trim())
}
