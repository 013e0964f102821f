import { beforeAll, describe, expect, it } from 'vitest'
import { insertMails } from '#db/queries/outbox.ts'
import { mailOf } from '#mail/mails.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, awayDatabase, testService } from '#testing/service-parts.ts'
import { setRows } from '#testing/rows.ts'
import { cron } from './cron.ts'
import { fallback } from './fallback.ts'

const database = testDatabase()
const cronSecret = 'sixteen letters!'
const settings = { mcpOrigins: [], mailDeadlineMs: 4_000, cronSecret }
let service: TestService
beforeAll(async () => {
  service = await testService(database.db, { settings })
})

async function ask(given: { secret?: string; method?: string; of?: TestService } = {}) {
  const { secret, method = 'GET', of = service } = given
  const headers: HeadersInit = secret === undefined ? {} : { authorization: secret }
  const request = new Request(`${of.urls.site}/api/cron`, { method, headers })
  const response = await cron(of)({ request })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}
const right = { secret: `Bearer ${cronSecret}` }

describe('/api/cron', () => {
  it.each([undefined, '', 'Bearer', 'Bearer sixteen letters?', cronSecret, `bearer ${cronSecret}`])(
    'answers 401 to %j, and says no more',
    async (secret) => {
      const { status, headers, text } = await ask(secret === undefined ? {} : { secret })
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer realm="cron"')
      expect(JSON.parse(text)).toEqual({
        error: 'This needs the secret of the cron.',
        error_code: 'VALIDATION_ERROR',
      })
    },
  )

  it('without the setting it is an address that does not exist, whatever is sent', async () => {
    const closed = {
      ...service,
      settings: { mcpOrigins: [], mailDeadlineMs: 4_000 },
    }
    for (const method of ['GET', 'POST', 'PUT']) {
      const answer = await ask({ ...right, method, of: closed })
      const request = new Request(`${service.urls.site}/api/cron`, { method })
      const unknown = await fallback(closed)({ request })
      expect(answer.status).toBe(404)
      expect(answer.text).toBe(await unknown.text())
    }
  })

  it.each(['GET', 'POST'])(
    '%s with the secret does one round and tells of each job',
    async (method) => {
      const fields = {
        name: 'Acme',
        reason: 'No.',
        submit_url: 'https://proofstack.example/submit',
      }
      const mail = { ...mailOf('withdrawal', fields), product_id: null, to_email: 'a@acme.example' }
      await insertMails(database.db, [mail])
      await setRows(database.db, 'outbox', {}, { next_attempt_at: new Date(0) })
      const { status, headers, text } = await ask({ ...right, method })
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(JSON.parse(text)).toEqual({
        chores: [
          { name: 'mails', done: 1 },
          { name: 'badges', done: 0 },
          { name: 'proofs', done: 0 },
          { name: 'claims', done: 0 },
          { name: 'sweeping', done: 0 },
          { name: 'notices', done: 0 },
          { name: 'rebuilds', done: 0 },
        ].map((job) => ({
          ...job,
          outcome: 'done',
          left: 0,
          failed: 0,
          milliseconds: expect.any(Number),
        })),
      })
      expect(text).not.toMatch(/@|sixteen/)
    },
  )

  it('another method is a 405', async () => {
    const { status, headers } = await ask({ ...right, method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  it('with the database away it says that nothing was done, and each job is logged', async () => {
    const editorMail = 'editors@directory.example'
    const all = { ...settings, recheck: { token: undefined }, editorMail }
    const away = await testService(database.db, { settings: all, db: awayDatabase() })
    const { status, text } = await ask({ ...right, of: away })
    expect(status).toBe(500)
    const { error_code, chores: jobs } = JSON.parse(text) as {
      error_code: string
      chores: { name: string; outcome: string }[]
    }
    expect(error_code).toBe('INTERNAL_ERROR')
    expect(jobs.map(({ outcome }) => outcome)).toEqual(jobs.map(() => 'failed'))
    expect(away.logged.map(({ message }) => message).toSorted()).toEqual(
      jobs.map(({ name }) => `the job ${name} failed`).toSorted(),
    )
    expect(text).not.toContain('ECONNREFUSED')
  })
})
