import { beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { switchMails } from '#db/queries/mail-off.ts'
import { insertMails, setMailRefused } from '#db/queries/outbox.ts'
import { testDatabase } from '#testing/database.ts'
import { offSwitch as off, testMailer } from '#testing/mailer.ts'
import { rowsOf, setRows } from '#testing/rows.ts'
import { deliverDueMails, deliverMails } from './deliver.ts'
import { mailOf } from './mails.ts'
import { addressHash } from './off-switch.ts'
import { AddressRefused } from './transport.ts'

const database = testDatabase()
/** The recipients that the provider got. */
let recipients: string[]
let refuses: (address: string) => boolean

beforeEach(async () => {
  await database.db.deleteFrom('outbox').execute()
  await database.db.deleteFrom('mail_off').execute()
  recipients = []
  refuses = () => false
})

const mailer = testMailer(async ({ to }) => {
  recipients.push(to)
  if (refuses(to)) throw new AddressRefused('550 no such user')
  return true
})

const fields = { name: 'Acme', reason: 'No.', submit_url: 'https://directory.example/submit' }
const decided = mailOf('withdrawal', fields)
const manageLink = mailOf('manage-link', {
  name: 'Acme',
  manage_url: 'https://directory.example/manage/token',
  days: 30,
})

async function write(to_email: string, mail: ReturnType<typeof mailOf> = decided) {
  const [id] = await insertMails(database.db, [{ ...mail, product_id: null, to_email }])
  return id!
}

async function send(to_email: string, mail?: ReturnType<typeof mailOf>) {
  const [delivery] = await deliverMails(database.db, mailer, [await write(to_email, mail)])
  return delivery?.outcome
}

const turn = (address: string, isOff: boolean) =>
  switchMails(database.db, { hash: addressHash(off, address), isOff, at: new Date() })

describe('an address whose mails are off', () => {
  it('gets no mails, however it is written, and others do', async () => {
    await turn('ada@example.com', true)
    expect(await send('ada@example.com')).toBe('suppressed')
    expect(await send('Ada@Example.com')).toBe('suppressed')
    expect(await send('bob@example.com')).toBe('sent')
    expect(recipients).toEqual(['bob@example.com'])
  })

  it('gets mails that a person requests', async () => {
    await turn('ada@example.com', true)
    expect(await send('ada@example.com', manageLink)).toBe('sent')
    const confirm_url = 'https://directory.example/confirm-owner?token=x'
    const verification = mailOf('owner-verification', { name: 'Acme', confirm_url, days: 7 })
    expect(await send('ada@example.com', verification)).toBe('sent')
  })

  it('gets the next mail when they are on again, and none that was held back', async () => {
    await turn('ada@example.com', true)
    // A second click changes nothing.
    await turn('ada@example.com', true)
    const heldBack = await write('ada@example.com')
    await deliverMails(database.db, mailer, [heldBack])
    await turn('ada@example.com', false)
    expect(await deliverMails(database.db, mailer, [heldBack])).toEqual([])
    expect(await send('ada@example.com')).toBe('sent')
    expect(recipients).toHaveLength(1)
  })

  it('is kept as a hash that names nobody', async () => {
    await turn('ada@example.com', true)
    const rows = await database.db.selectFrom('mail_off').selectAll().execute()
    expect(rows).toEqual([{ hash: addressHash(off, 'ada@example.com'), at: expect.any(Date) }])
    expect(JSON.stringify(rows)).not.toMatch(/ada|example/)
  })
})

describe('an address that was refused', () => {
  beforeEach(async () => {
    refuses = (address) => address.toLowerCase() === 'ada@example.com'
    expect(await send('ada@example.com')).toBe('refused')
    recipients = []
  })

  it('is not written to again, and others are', async () => {
    expect(await send('ada@example.com')).toBe('refused')
    expect(await send('ADA@example.com')).toBe('refused')
    expect(await send('bob@example.com')).toBe('sent')
    expect(recipients).toEqual(['bob@example.com'])
    await setRows(database.db, 'outbox', {}, { next_attempt_at: new Date(0) })
    expect(await deliverDueMails(database.db, mailer)).toMatchObject({ delivered: 0 })
    expect(recipients).toEqual(['bob@example.com'])
  })

  it('is good again when a requested mail arrives there', async () => {
    expect(await send('ada@example.com', manageLink)).toBe('refused')
    expect(await send('ada@example.com')).toBe('refused')
    refuses = () => false
    expect(await send('ada@example.com', manageLink)).toBe('sent')
    expect(await send('ada@example.com')).toBe('sent')
  })

  it('is tried when an editor names the mail', async () => {
    const id = await write('ada@example.com')
    expect(await deliverMails(database.db, mailer, [id])).toMatchObject([{ outcome: 'refused' }])
    expect(recipients).toEqual([])
    refuses = () => false
    expect(await deliverMails(database.db, mailer, [id])).toMatchObject([{ outcome: 'sent' }])
    expect(recipients).toEqual(['ada@example.com'])
  })
})

describe('an address that never confirmed', () => {
  const limit = limits.unconfirmed_mails

  it('gets seven mails a day that anybody can cause, and decisions all the same', async () => {
    for (let number = 0; number < limit; number++)
      expect(await send('ada@example.com', manageLink)).toBe('sent')
    const id = await write('ada@example.com', manageLink)
    const why = 'its address was never confirmed and had 7 such mails in 24 hours'
    expect(await deliverMails(database.db, mailer, [id])).toMatchObject([
      { outcome: 'suppressed', delivered: false, accepted: false, why },
    ])
    const row = (await rowsOf(database.db, 'outbox', { id })).at(0)
    expect(row).toMatchObject({ suppressed_at: expect.any(Date), payload: {}, last_error: why })
    expect(await send('ada@example.com')).toBe('sent')
    expect(await send('bob@example.com', manageLink)).toBe('sent')
    expect(recipients).toHaveLength(limit + 2)
  })

  it('gets no more when all are sent at once', async () => {
    const ids: string[] = []
    for (let number = 0; number < 20; number++) ids.push(await write('ada@example.com', manageLink))
    await Promise.all(ids.map((id) => deliverMails(database.db, mailer, [id])))
    expect(recipients).toHaveLength(limit)
  })
})

it('a mail that lost its link when its address was refused is not sent without it', async () => {
  refuses = () => true
  const id = await write('ada@example.com', manageLink)
  await deliverMails(database.db, mailer, [id])
  refuses = () => false
  recipients = []
  const why = 'its link was removed when the mail could not be delivered'
  expect(await deliverMails(database.db, mailer, [id])).toMatchObject([
    { outcome: 'suppressed', why },
  ])
  expect(recipients).toEqual([])
})

it('a bounce that comes after the mail was taken ends the mails to its address', async () => {
  const id = await write('ada@example.com')
  await deliverMails(database.db, mailer, [id])
  await setMailRefused(database.db, id, '550 bounced')
  expect(await send('ada@example.com')).toBe('refused')
  expect(recipients).toHaveLength(1)
})
