import { beforeEach, expect, it } from 'vitest'
import { addressHash, offToken } from '#mail/off-switch.ts'
import { testDatabase } from '#testing/database.ts'
import { offSwitch as off, testMailer } from '#testing/mailer.ts'
import { awayDatabase, bareService } from '#testing/service-parts.ts'
import { mailOff } from './mail-off.ts'

const database = testDatabase()
const now = new Date('2026-11-01T12:00:00Z')
const parts = { mailer: testMailer(async () => true), clock: () => now, log: () => {} }
const token = offToken(off, 'ada@example.com')

const ask = (wanted?: 'on' | 'off', given = token) =>
  mailOff({ token: given, wanted }, bareService({ ...parts, db: database.db }))
const rows = () => database.db.selectFrom('mail_off').selectAll().execute()

beforeEach(async () => {
  await database.db.deleteFrom('mail_off').execute()
})

it('a scanner that reads the link changes nothing; the button switches off, and on again', async () => {
  for (let times = 0; times < 2; times++) expect(await ask()).toEqual({ kind: 'on' })
  for (let times = 0; times < 2; times++) expect(await ask('off')).toEqual({ kind: 'off' })
  expect(await rows()).toEqual([{ hash: addressHash(off, 'ada@example.com'), at: now }])
  expect(await ask()).toEqual({ kind: 'off' })
  for (let times = 0; times < 2; times++) expect(await ask('on')).toEqual({ kind: 'on' })
  expect(await rows()).toEqual([])
})

it('a token that is not ours is unknown, and nothing is written for it', async () => {
  const other = offToken(
    { ...off, secret: 'another secret of at least 32 characters' },
    'ada@example.com',
  )
  for (const given of ['', 'x', other, addressHash(off, 'ada@example.com')])
    expect(await ask('off', given)).toEqual({ kind: 'unknown' })
  expect(await rows()).toEqual([])
})

it('a service whose mails have no off link knows no token', async () => {
  const { off: _, ...without } = parts.mailer
  const service = bareService({ ...parts, db: database.db, mailer: without })
  expect(await mailOff({ token, wanted: 'off' }, service)).toEqual({ kind: 'unknown' })
})

it('a database that is away says so', async () => {
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  const service = bareService({ ...parts, db: awayDatabase(), log })
  expect(await mailOff({ token, wanted: 'off' }, service)).toEqual({ kind: 'away' })
  expect(logged).toEqual(['the off switch of an address could not be read'])
})
