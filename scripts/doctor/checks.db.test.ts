import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertChange } from '#db/changelog.ts'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type CheckName, type Settings, runChecks } from './checks.ts'

const database = testDatabase()

async function found(name: CheckName, settings: Settings, ms?: number) {
  const [checked] = await runChecks(settings, [name], ms)
  return checked!
}

function listening(server: net.Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

// Accepts connections and never answers.
const silent = net.createServer(() => {})
let silentPort: number
// Accepts the user "us" with the password "right", without TLS.
const mail = new SMTPServer({
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onAuth: ({ username, password }, _session, callback) =>
    username === 'us' && password === 'right'
      ? callback(null, { user: username })
      : callback(new Error('no')),
})
let mailPort: number
let site: http.Server
let siteUrl: string
let index: { status: number; changelog_timestamp: string | null }

beforeAll(async () => {
  silentPort = await listening(silent)
  mailPort = await new Promise<number>((resolve) =>
    mail.listen(0, '127.0.0.1', () => resolve((mail.server.address() as AddressInfo).port)),
  )
  site = http.createServer((_, response) =>
    response.writeHead(index.status).end(JSON.stringify(index)),
  )
  siteUrl = `http://127.0.0.1:${await listening(site)}`
})

afterAll(async () => {
  silent.close()
  site.close()
  await new Promise<void>((resolve) => mail.close(resolve))
})

describe('the database', () => {
  it('passes every check when it is migrated', async () => {
    const settings = { DATABASE_URL: database.url }
    for (const name of ['database', 'unpooled', 'clock'] as const)
      expect(await found(name, settings)).toMatchObject({ name, state: 'ok' })
  })

  it('from before the baseline fails, with the steps to this version', async () => {
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(database.db)
    await rename('0031_baseline', '0001_directory')
    const checked = await found('database', { DATABASE_URL: database.url })
    await rename('0001_directory', '0031_baseline')
    expect(checked.state).toBe('failed')
    expect(checked.says).toMatch(/^The database is older than this code can update: it lacks 0002_/)
    expect(checked.todo).toMatch(/npm run migrate with the code of commit/)
  })

  it('that never answers fails at the deadline', async () => {
    const settings = { DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${silentPort}/db` }
    expect(await found('database', settings, 300)).toMatchObject({
      state: 'failed',
      says: 'No answer within 0.3 s.',
    })
  })

  it('that is missing fails, without its password in the sentence', async () => {
    const settings = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/db' }
    const checked = await found('database', settings)
    expect(checked.state).toBe('failed')
    expect(checked.says).toBe('It cannot be used: nobody listens there (ECONNREFUSED).')
    expect(JSON.stringify(checked)).not.toContain('hunter2')
  })
})

describe('mail', () => {
  const at = (login: string) => ({
    SMTP_URL: `smtp://${login}@127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Us <us@real.example>',
  })

  it('passes when the provider accepts the login', async () => {
    expect(await found('mail', at('us:right'))).toMatchObject({ state: 'ok' })
  })

  it('fails when it does not, without the password in the sentence', async () => {
    const checked = await found('mail', at('us:hunter2'))
    expect(checked).toMatchObject({
      state: 'failed',
      says: 'It cannot be used: its name or password is wrong (EAUTH).',
    })
    expect(JSON.stringify(checked)).not.toContain('hunter2')
  })

  it.each([
    ['smtp://127.0.0.1:1', 'nobody listens there (ECONNREFUSED)'],
    ['smtps://127.0.0.1:PORT', 'it does not speak TLS on that port (wrong version number)'],
  ])('at %s fails with the code in words', async (url, words) => {
    const settings = { SMTP_URL: url.replace('PORT', String(mailPort)) }
    const { says } = await found('mail', settings)
    expect(says).toBe(`It cannot be used: ${words}.`)
  })

  it('is a warning when the sender is an example address', async () => {
    const settings = { ...at('us:right'), MAIL_FROM: 'Proofstack <editors@proofstack.example>' }
    expect(await found('mail', settings)).toMatchObject({ state: 'warning' })
  })

  it('that never answers fails at the deadline', async () => {
    const settings = { SMTP_URL: `smtp://127.0.0.1:${silentPort}` }
    expect(await found('mail', settings, 300)).toMatchObject({ state: 'failed' })
  })
})

it('a changelog item in the future is a warning about the clock, until its time has come', async () => {
  const { id: product_id } = await insertApproved(database.db)
  const item = async (at: Date) => {
    await database.db.deleteFrom('changelog').execute()
    await database.db
      .transaction()
      .execute((trx) =>
        insertChange(trx, at, { type: 'product_approved', product_id, approved_at: at }),
      )
    return found('clock', { DATABASE_URL: database.url })
  }
  const ahead = await item(new Date(Date.now() + 30 * 86_400_000))
  expect(ahead).toMatchObject({ state: 'warning', todo: expect.stringContaining('NTP') })
  expect(ahead.says).toMatch(/^The newest item of the changelog is 25\d{5} s in the future/)
  expect(await item(new Date())).toMatchObject({ state: 'ok' })
  await database.db.deleteFrom('changelog').execute()
})

describe('the site', () => {
  const settings = () => ({ SITE_URL: siteUrl, DATABASE_URL: database.url })

  it('passes when its build has the newest change of the database', async () => {
    index = { status: 200, changelog_timestamp: null }
    expect(await found('site', settings())).toMatchObject({ state: 'ok' })
  })

  it('with a change that the database lacks belongs to another deployment', async () => {
    index = { status: 200, changelog_timestamp: '2026-01-01T00:00:00.000Z' }
    expect(await found('site', settings())).toMatchObject({ state: 'failed' })
  })

  it('that is no Proofstack fails with its status', async () => {
    index = { status: 404, changelog_timestamp: null }
    expect((await found('site', settings())).says).toMatch(/answers 404\.$/)
  })
})

it.each([
  [{ SITE_URL: 'https://directory.example' }, 'warning'],
  [{ SITE_URL: 'https://directory.example', TRUSTED_PROXY: '127.0.0.1' }, 'ok'],
  [{ SITE_URL: 'http://localhost:4321' }, 'ok'],
])('the proxy that ends TLS must be set: %o', async (settings, state) => {
  expect(await found('proxy', settings)).toMatchObject({ state })
})

it.each(['hook', 'cron'] as const)('a missing %s is a warning', async (name) => {
  expect(await found(name, {})).toMatchObject({
    state: 'warning',
    says: expect.stringMatching(/^\w+ is not set: /),
  })
})

it.each(['database', 'unpooled', 'clock', 'mail', 'site'] as const)(
  'a missing setting for %s fails, and says what to do',
  async (name) => {
    const checked = await found(name, {})
    expect(checked).toMatchObject({ state: 'failed' })
    expect(checked.todo).toMatch(/\.$|hex 32$/)
  },
)

it('a missing rate-limit store is a warning, and one that never answers fails', async () => {
  expect(await found('limits', {})).toMatchObject({ state: 'warning' })
  const settings = { KV_REST_API_URL: `http://127.0.0.1:${silentPort}`, KV_REST_API_TOKEN: 't' }
  expect(await found('limits', settings, 300)).toMatchObject({ state: 'failed' })
})
