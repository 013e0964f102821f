import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { type Proxy, proxyTo } from '#testing/proxy.ts'
import { type TestService, testService } from '#testing/service-parts.ts'
import { type Db, connect } from '#db/connection/connect.ts'
import { withinMs } from '#request-deadline.ts'
import { postgresLimiter } from '#limits/submission-limiter.ts'
import { createLogger } from '#log/logger.ts'
import { offToken } from '#mail/off-switch.ts'
import { confirmOwner } from '#service/confirm-owner.ts'
import { mailOff } from '#service/mail-off.ts'
import { observer } from './observe.ts'
import { receiveForm } from './receive-form.ts'
import { receiveLinkRequest } from './receive-link-request.ts'
import { receiveManage } from './receive-manage.ts'
import { receiveStatus } from './receive-status.ts'

// One at a time, so that they wait for each other, too; and single deadlines that never end it.
const deadlines = { connectMs: 60_000, statementMs: 60_000, placeMs: 60_000 }
const database = testDatabase()
let proxy: Proxy
let db: Db
let service: TestService
beforeAll(async () => {
  service = await testService(database.db)
  proxy = await proxyTo(database.url)
  db = connect(proxy.url, { max: 1, onError: () => {}, deadlines })
  service = {
    ...service,
    db,
    limiter: postgresLimiter(() => db, 'a secret for this test of 32 letters'),
  }
})
afterAll(async () => {
  proxy.thaw()
  await db.destroy()
  await proxy.close()
})

const log = createLogger({
  level: 'error',
  format: 'json',
  clock: () => new Date(),
  write: () => {},
})
const observe = observer(log, (answer) => withinMs(300, answer))

const site = 'https://proofstack.example'
const post = (address: string, fields: Record<string, string>) =>
  new Request(`${site}${address}`, { method: 'POST', body: new URLSearchParams(fields) })
const mine = { slug: 'anvil', email: 'ada@example.com' }

/** The pages of owners and mails, none of which is an operation of the contract. */
const pages: Record<string, () => Promise<{ status: number } | { kind: string }>> = {
  manage: () => receiveManage(new Request(`${site}/manage/t`), 't', service),
  'have a link sent': () => receiveLinkRequest(post('/manage', mine), service),
  status: () => receiveStatus(post('/status', mine), service),
  submit: () => receiveForm(post('/submit', {}), service),
  'confirm an address': () => confirmOwner({ token: 't', isConfirmed: true }, service),
  'mails off': () =>
    mailOff({ token: offToken(service.mailer.off!, mine.email), wanted: 'off' }, service),
}

it('a page of owners waits no longer for a database that stands still than any request may', async () => {
  proxy.freeze()
  const answered = Object.entries(pages).map(async ([name, page]) => {
    const began = performance.now()
    await observe(new Request(site), async () => {
      const shown = await page()
      const isAway = 'status' in shown ? shown.status === 503 : shown.kind === 'away'
      expect.soft(isAway, `${name} says that the database is away`).toBe(true)
      return new Response(null)
    })
    expect.soft(performance.now() - began, `${name} in time`).toBeLessThan(3_000)
  })
  expect(await Promise.all(answered)).toHaveLength(6)
})
