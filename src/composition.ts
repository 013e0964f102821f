import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData } from 'node:worker_threads'
import { openCatalog } from '#catalog/open.ts'
import { CatalogUnreadable } from '#catalog/unreadable.ts'
import { readPoliciesOf } from '#contract/limits.ts'
import { redacted } from '#contract/redacted.ts'
import { addresses } from '#core/addresses.ts'
import { once } from '#core/once.ts'
import { connect, requestDeadlines } from './db/connection/connect.ts'
import { NoDatabaseHere } from './db/connection/failure.ts'
import { attachToPlatform } from './db/connection/platform-pool.ts'
import { readQueueLengths } from './db/queries/queue-lengths.ts'
import { requestMs, withinMs } from './request-deadline.ts'
import type { EditorContent } from '#editor-api/remote-session.ts'
import { editorLimiter } from '#limits/editor-limits.ts'
import { processReadLimiter } from '#limits/read-limiter.ts'
import { limitStore } from '#limits/store.ts'
import { storeReadLimiter } from '#limits/store-reads.ts'
import { storeLimiter } from '#limits/store-submissions.ts'
import type { Metrics } from '#http/metrics.ts'
import { observer } from '#http/observe.ts'
import { pageGuard } from '#http/guard-page.ts'
import { postgresLimiter } from '#limits/submission-limiter.ts'
import { createLogger } from '#log/logger.ts'
import { noteDatabase } from '#log/request.ts'
import type { MailKind, MailTemplates } from '#mail/mails.ts'
import { transportOf } from '#mail/transport.ts'
import { afterAnswer } from '#service/after-answer.ts'
import { viewCounter } from '#service/count-view.ts'
import { healthCheck, measureLoopLag } from '#service/health.ts'
import { followRestriction } from '#service/restriction.ts'
import { dueMailSender } from '#service/jobs.ts'
import type { Service } from '#service/service.ts'
import { recheckOf } from './config.ts'
import { readRunning } from './platform.ts'

const running = readRunning(process.env)
const { config, target, warnings } = running
// Prints to the console, whose output the platform assigns to the request that made it.
const logger = createLogger({
  level: config.LOG_LEVEL,
  format: config.LOG_FORMAT ?? (isatty(1) ? 'people' : 'json'),
  clock: () => new Date(),
  write: (line, level) => (level === 'error' ? console.error(line) : console.log(line)),
})
const log = (message: string, error: unknown) => {
  logger.error(message, { error: redacted(error) })
  health.failed(error)
}
const { KV_REST_API_URL: url, KV_REST_API_TOKEN: token, REBUILD_HOOK_URL: hook } = config
const onOutage = (message: string, error: unknown) => {
  log(message, error)
  void metrics?.then((open) => open.storeOutage())
}
const store = url && token ? limitStore({ url, token, log: onOutage }) : undefined
const isOnMachine = target === 'machine'

/** The service of this deployment. Only the files of functions/ import it. */
export const service = createService()
// `npm start` sends mails by timers.
const sendDueMails = isOnMachine ? undefined : dueMailSender(service)
/**
 * Wraps every request of this deployment. The entry of the build calls it.
 *
 * @public
 */
export const observe = observer(
  logger,
  (answer) => withinMs(requestMs, answer),
  (answered) => {
    void metrics?.then((open) => open.answered(answered))
    sendDueMails?.()
  },
)
/**
 * Wraps every page of this deployment. src/integration/page-middleware.ts calls it.
 *
 * @public
 */
export const guardPage = pageGuard(service)
/** The health of this instance. Only functions/health.ts and functions/ready.ts use it. */
export const health = healthCheck(service, {
  store,
  dataDir: isOnMachine ? config.DATA_DIR : undefined,
  warnings,
  loopLag: isOnMachine ? measureLoopLag() : undefined,
})
/** The token for /api/metrics. Only functions/metrics.ts uses it. */
export const metricsToken = config.METRICS_TOKEN
/** What /api/metrics answers with. Without METRICS_TOKEN its code is never loaded. */
export const metrics = metricsToken === undefined ? undefined : loadMetrics()
/** Counts views of listings. Only functions/view.ts uses it. */
export const countView = viewCounter(service, secret)

/** What the doors of editors need. Only functions/editor.ts and editor-page.astro use it. */
export const editorParts = {
  service,
  secret,
  limiter: once(() => editorLimiter(() => service.db, secret())),
  content: once(
    () => JSON.parse(readFileSync(generatedFile('editor-content.json'), 'utf8')) as EditorContent,
  ),
}

// Makes each part of the service at its first use: an instance that only answers lists from the
// catalogue never opens a database.
function createService(): Service {
  const to = addresses(config.SITE_URL ?? `http://localhost:${config.PORT}`)
  const db = once(() => {
    const url = config.DATABASE_URL
    // Counts as a database that is away, so the catalogue still answers (Decisions, Degraded).
    if (url === undefined) throw new NoDatabaseHere('DATABASE_URL is not set')
    const onError = (error: Error) => log('an idle database connection broke', error)
    return connect(url, {
      // The threads of `npm start` share about ten; an instance of the platform has five.
      max: Math.min(5, Math.max(2, Math.floor(10 / threads()))),
      deadlines: requestDeadlines,
      onError,
      onWait: noteDatabase,
      onPool: isOnMachine ? undefined : attachToPlatform,
    })
  })
  const clock = () => new Date()
  const catalog = once(() => openCatalog({ file: catalogFile(), db, to, clock, log }))
  const limiter = once(() => {
    const postgres = postgresLimiter(db, secret())
    return store ? storeLimiter(store, postgres) : postgres
  })
  const readLimiter = once(() => {
    // Decisions, Limits on reads: "They apply where the Upstash store is configured". Without
    // that store reads are only limited if READ_LIMITS is `on`.
    const policies = readPoliciesOf(config.READ_LIMITS ?? (store ? 'on' : 'off'))
    if (!policies || policies === 'off') return undefined
    // The memory in which all threads of `npm start` count; undefined on the platform.
    const counts = getEnvironmentData('proofstack:read-counts')
    const here = processReadLimiter({
      policies,
      secret: secret(),
      counts: counts instanceof SharedArrayBuffer ? counts : undefined,
      // The clock of the machine, because `performance.now()` starts at 0 in each thread.
      now: () => Number(process.hrtime.bigint() / 1_000_000n),
    })
    return store ? storeReadLimiter(store, here, policies, secret(), clock) : here
  })
  const mailer = once(() => {
    // The build writes this file, with a compiled template for each kind of mail.
    const file = readFileSync(generatedFile('mails.json'), 'utf8')
    const templates = JSON.parse(file) as MailTemplates
    return {
      transport: transportOf(config),
      template: async (kind: MailKind) => templates[kind],
      from: config.MAIL_FROM,
      replyTo: config.MAIL_REPLY_TO,
      off: { secret: secret(), link: to.mailOff },
      log: (message: string) => logger.error(message),
    }
  })
  return {
    get db() {
      return db()
    },
    get catalog() {
      return catalog()
    },
    get limiter() {
      return limiter()
    },
    get readLimiter() {
      return readLimiter()
    },
    get mailer() {
      return mailer()
    },
    // The platform has a hook to call; `npm start` looks for rebuild rows in the database itself.
    builder: hook === undefined ? { kind: 'none' } : { kind: 'hook', url: hook },
    network: networkOf(to.site),
    restriction: followRestriction({ db, clock, log }),
    afterAnswer: afterAnswer(log),
    clock,
    log,
    wrote: (write) => {
      logger.info('write', { ...write })
      health.wrote()
    },
    urls: to,
    settings: {
      mcpOrigins: config.MCP_ALLOWED_ORIGINS,
      mailDeadlineMs: 4_000,
      cronSecret: config.CRON_SECRET,
      recheck: recheckOf(config),
      editorMail: config.EDITOR_MAIL,
      mailDelayMinutes: config.MAIL_DELAY_MINUTES,
    },
  }
}

/** hosting/function-threads.ts sets the number of threads. On the platform there is only one. */
function threads(): number {
  return Number(getEnvironmentData('proofstack:threads') ?? 1)
}

async function loadMetrics(): Promise<Metrics> {
  const [{ openMetrics }, { acrossThreads }] = await Promise.all([
    import('#http/metrics.ts'),
    import('#http/across-threads.ts'),
  ])
  return openMetrics({
    health: () => health.health(),
    queues: () => readQueueLengths(service.db),
    acrossThreads: (own) => acrossThreads('proofstack:metrics', own, { threads, waitMs: 500 }),
  })
}

function networkOf(site: string): Service['network'] {
  return {
    fetch: async (url, request = {}) => {
      const { guardedFetch } = await import('./proof/fetch/guarded-fetch.ts')
      const { lookSigner } = await import('./proof/fetch/sign-look.ts')
      const sign = lookSigner(secret(), site)
      return guardedFetch(url, { ...request, site, sign })
    },
    resolveTxt: async (name) => (await import('node:dns/promises')).resolveTxt(name),
  }
}

function secret(): string {
  const { SERVICE_SECRET: given } = config
  if (given === undefined) throw new Error('SERVICE_SECRET is not set; the functions need it.')
  return given
}

function catalogFile(): string {
  try {
    return generatedFile('catalog.sqlite')
  } catch (error) {
    throw new CatalogUnreadable('catalog.sqlite', error)
  }
}

// Finds a file of .generated/, which the build writes into a folder above this code.
function generatedFile(name: string): string {
  // `npm run dev` has its data in another folder, and passes its path.
  const named = getEnvironmentData('proofstack:generated')
  if (typeof named === 'string') return path.join(named, name)
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const file = path.join(folder, '.generated', name)
    if (existsSync(file)) return file
    if (folder === path.dirname(folder)) throw new Error(`the build has left no .generated/${name}`)
  }
}
