import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Config } from '#config.ts'
import { redacted } from '#contract/redacted.ts'
import { listNewestChanges, secondsAhead } from '#db/changelog.ts'
import { type Db, connect } from '#db/connect.ts'
import { keepsSessions, probeDatabase } from '#db/probe.ts'
import { otherLine, readSchemaVersion } from '#db/schema-version.ts'
import { verifySmtp } from '#mail/transport.ts'
import { deploymentNeeds } from '#platform.ts'
import { lookAtSender } from './sender.ts'

/** The result of a check, with a sentence about it and, on a problem, the next step. */
interface Finding {
  state: 'ok' | 'warning' | 'failed'
  says: string
  todo?: string
}

export interface Checked extends Finding {
  name: string
}

export type Settings = Partial<Config>

/** The time limit of a check. It is longer than any wait that the service allows for a visitor. */
const deadlineMs = 8_000

const ok = (says: string): Finding => ({ state: 'ok', says })
const warning = (says: string, todo: string): Finding => ({ state: 'warning', says, todo })
const failed = (says: string, todo: string): Finding => ({ state: 'failed', says, todo })

type Check = (settings: Settings) => Promise<Finding>

/** Explanations of error codes of sockets, mail servers and Postgres. */
const meanings: Record<string, string> = {
  // Must be first: messages of scripts/deploy/redis-rest.ts also contain the code of their cause,
  // such as ECONNREFUSED.
  'Redis is away': 'the bridge answers, and its Redis does not',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it ended the connection',
  ENOTFOUND: 'its host has no address',
  EAI_AGAIN: 'its host has no address just now',
  EDNS: 'its host has no address',
  EHOSTUNREACH: 'there is no way to its host',
  EAUTH: 'its name or password is wrong',
  '28P01': 'its name or password is wrong',
  '28000': 'its user may not come in',
  '3D000': 'the server has no database of that name',
  UND_ERR_SOCKET: 'it does not speak HTTP',
  'wrong version number': 'it does not speak TLS on that port',
}

// A counter in two commands instead of INCR. A store that does not run scripts one at a time, as
// Redis does, counts wrong here.
const countInTwoSteps = `
  local n = tonumber(redis.call('GET', KEYS[1]) or '0') + 1
  redis.call('SET', KEYS[1], n, 'EX', 60)
  return n`

/** The sentence about a missing setting. The build prints the same sentence. */
const missing = (name: keyof typeof deploymentNeeds) =>
  `${name} is not set: ${deploymentNeeds[name].otherwise}.`

/** The checks of what a deployment depends on, made from this machine. They change no data. */
const checks = {
  database: async ({ DATABASE_URL: url }) => {
    if (!url)
      return failed(
        'DATABASE_URL is not set.',
        'Set it to your Postgres, or to the pooled address of Neon.',
      )
    return withDatabase(url, async (db) => {
      const { version } = await probeDatabase(db)
      if (version < 150_000)
        return failed(`It is Postgres ${Math.floor(version / 10_000)}.`, 'Take 15 or newer.')
      const schema = await readSchemaVersion(db)
      if (!schema) return failed('It holds no directory yet.', 'Deploy, or run: npm run migrate')
      const stray = otherLine(schema)
      if (stray) return failed(stray.problem, stray.todo)
      if (schema.older.length > 0)
        return failed(`It lacks ${schema.older.join(', ')}.`, 'Deploy, or run: npm run migrate')
      if (schema.newer.length > 0)
        return warning(`It has ${schema.newer.join(', ')}, unknown here.`, 'Update this checkout.')
      return ok('It answers and has every migration.')
    })
  },

  unpooled: async ({ DATABASE_URL: pooled, DATABASE_URL_UNPOOLED: url = pooled }) => {
    if (!url || !pooled) return failed('No database is named.', 'Set DATABASE_URL first.')
    return withDatabase(url, async (db) => {
      const [{ name }, isKept] = [await probeDatabase(db), await keepsSessions(db, randomInt(1e9))]
      const other = await withDatabase(pooled, probeDatabase)
      if (other.name !== name)
        return failed(
          `It is the database ${name}, and DATABASE_URL is ${other.name}.`,
          'Name the same database in both.',
        )
      if (!isKept || new URL(url).hostname.split('.')[0]!.endsWith('-pooler'))
        return warning(
          'Migrations run through a pooler, which may keep their lock.',
          'Set DATABASE_URL_UNPOOLED to the address without a pooler.',
        )
      return ok('Migrations have a connection of their own.')
    })
  },

  clock: async ({ DATABASE_URL: url }) => {
    if (!url) return failed('No database is named.', 'Set DATABASE_URL first.')
    return withDatabase(url, async (db) => {
      await probeDatabase(db)
      const asked = Date.now()
      const { now } = await probeDatabase(db)
      const skew = Math.round(now.getTime() - (asked + Date.now()) / 2)
      // A database without tables is reported by the check `database`, not by this check.
      const ahead = (await readSchemaVersion(db)) ? await secondsAhead(db) : 0
      if (ahead > 0)
        return warning(
          `The newest item of the changelog is ${ahead} s in the future: a clock was ahead when it was written. Later items are stamped after it.`,
          'Set the clock right (NTP). No item is lost; the stamps are right again when that time has passed.',
        )
      const says = `The database’s clock and this machine’s differ by ${Math.abs(skew)} ms.`
      if (Math.abs(skew) < 2_000) return ok(says)
      return warning(says, 'Let both follow NTP: waits of the limits and times of mails use them.')
    })
  },

  limits: async ({ KV_REST_API_URL: url, KV_REST_API_TOKEN: token }) => {
    if (!url || !token)
      return warning(
        'KV_REST_API_URL or KV_REST_API_TOKEN is not set: reads have no limits.',
        'Connect an Upstash store, or run scripts/deploy/redis-rest.ts before a Redis.',
      )
    const key = `proofstack:doctor:${randomBytes(8).toString('hex')}`
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => command(url, token, ['EVAL', countInTwoSteps, '1', key])),
    )
    const numbers = new Set(counts)
    if (numbers.size !== 20 || Math.max(...counts.map(Number)) !== 20)
      return failed(
        'Twenty scripts at once were not counted one by one.',
        'The store must run Lua scripts alone, as Redis does.',
      )
    return ok('The store of the limits answers, and runs a script at a time.')
  },

  mail: async ({ SMTP_URL: url, MAIL_FROM: from = '' }) => {
    if (!url) return failed('SMTP_URL is not set: no mail is sent.', 'Set it.')
    await verifySmtp(url)
    if (/@proofstack\.example>?$/.test(from))
      return warning('Mails come from an example’s address.', 'Set MAIL_FROM to one of yours.')
    return ok('The mail provider lets us in. Nothing was sent.')
  },

  sender: async ({ MAIL_FROM: from = '' }) => lookAtSender(from),

  hook: async ({ REBUILD_HOOK_URL: url }) => {
    if (!url)
      return warning(
        missing('REBUILD_HOOK_URL'),
        'Make a deploy hook in the project’s Git settings, and redeploy.',
      )
    if (!url.startsWith('https:'))
      return warning('The hook is called without encryption.', 'Take its https address.')
    return ok('The hook is set. It was not called.')
  },

  cron: async ({ CRON_SECRET: secret }) =>
    secret
      ? ok('The secret of the cron is set.')
      : warning(missing('CRON_SECRET'), 'Set it in the project’s settings, and redeploy.'),

  proxy: async ({ SITE_URL: site, TRUSTED_PROXY: proxy }) => {
    if (proxy) return ok('Its proxy is named.')
    if (!site?.startsWith('https:')) return ok('Nothing that ends TLS stands in front.')
    return warning(
      'TRUSTED_PROXY is not set: the limits take all visitors for one.',
      'Set it to the address of the proxy, such as 127.0.0.1.',
    )
  },

  site: async ({ SITE_URL: site, DATABASE_URL: url }) => {
    if (!site) return failed('SITE_URL is not set.', 'Set it to the address of the site.')
    const answer = await fetch(`${site}/data/index.json`, {
      signal: AbortSignal.timeout(deadlineMs),
      redirect: 'manual',
    })
    if (answer.status !== 200)
      return failed(
        `${site}/data/index.json answers ${answer.status}.`,
        'Deploy the site, or point its domain to the project.',
      )
    const { changelog_timestamp: built } = (await answer.json()) as { changelog_timestamp?: string }
    if (!url) return warning('The site answers.', 'Set DATABASE_URL to compare its build.')
    const [newest] = await withDatabase(url, (db) => listNewestChanges(db, 1))
    const [there, here] = [built ? Date.parse(built) : 0, newest ? Date.parse(newest.timestamp) : 0]
    if (there > here)
      return failed(
        'The site knows a change that the database does not have.',
        'SITE_URL and DATABASE_URL belong to two deployments.',
      )
    if (there < here)
      return warning(
        'The build of the site is older than the newest change.',
        'Wait for the build, or run: npm run editor -- rebuild',
      )
    return ok('The site answers, with the newest change in its build.')
  },
} as const satisfies Record<string, Check>

export type CheckName = keyof typeof checks
export const checkNames = Object.keys(checks) as CheckName[]

/** Runs checks at the same time, each with a time limit. A check that throws counts as failed. */
export function runChecks(
  settings: Settings,
  names: readonly CheckName[],
  ms: number = deadlineMs,
): Promise<Checked[]> {
  return Promise.all(
    names.map(async (name) => {
      const late = after(ms, undefined, { ref: false }).then(() =>
        failed(`No answer within ${ms / 1000} s.`, 'Look whether it runs, and whether it is far.'),
      )
      const found = await Promise.race([checks[name](settings).catch(broken), late])
      return { name, ...found }
    }),
  )
}

// Explains an error without its text, which may contain a URL with a password. Searches inner
// errors: the database driver wraps errors in an event, and fetch in a cause.
function broken(error: unknown): Finding {
  const { code, message, error: inner, cause } = error as Record<string, unknown>
  const deeper = inner ?? cause
  if (typeof deeper === 'object' && deeper !== null) return broken(deeper)
  const texts = [code, message].filter((text) => typeof text === 'string' && text !== '')
  // The mail driver has the same code for all socket errors, so the message is searched as well.
  const known = Object.keys(meanings).find((word) => texts.join(' ').includes(word))
  const reason = known
    ? `${meanings[known]} (${known})`
    : String(redacted(texts[0] ?? 'it broke')).replace(/\w+:\/\/\S+/g, 'its address')
  return failed(`It cannot be used: ${reason}.`, 'Compare the setting with what it should lead to.')
}

async function withDatabase<T>(url: string, ask: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, {
    max: 1,
    onError: () => {},
    deadlines: { connectMs: 5_000, statementMs: 5_000 },
  })
  try {
    return await ask(db)
  } finally {
    // Does not wait: closing a connection that hangs would delay the result.
    void db.destroy().catch(() => {})
  }
}

async function command(url: string, token: string, words: string[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(words),
    signal: AbortSignal.timeout(deadlineMs),
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: string }
  if (error !== undefined || !answer.ok) throw new Error(error ?? `it answers ${answer.status}`)
  return result
}
