import { expect, it } from 'vitest'
import { insertMails } from '#db/queries/outbox.ts'
import { testDatabase } from '#testing/database.ts'
import { testMailer } from '#testing/mailer.ts'
import { rowsOf, setRows } from '#testing/rows.ts'
import { deliverDueMails } from './deliver.ts'
import { mailOf } from './mails.ts'

const database = testDatabase()

it('300 mails, ten workers, a tenth failing: each is handed over once', async () => {
  const tries = new Map<string, number>()
  const handedOver: string[] = []
  const mailer = testMailer(async ({ to }) => {
    const count = (tries.get(to) ?? 0) + 1
    tries.set(to, count)
    // Lets the other workers run in between.
    await new Promise(setImmediate)
    if (/0@/.test(to) && count === 1) throw new Error('451 try later')
    handedOver.push(to)
    return true
  })
  const fields = { name: 'Acme', reason: 'No.', submit_url: 'https://directory.example/submit' }
  const addresses = Array.from({ length: 300 }, (_, number) => `owner-${number}@example.com`)
  await insertMails(
    database.db,
    addresses.map((to_email) => ({ ...mailOf('withdrawal', fields), product_id: null, to_email })),
  )
  const makeDue = () => setRows(database.db, 'outbox', {}, { next_attempt_at: new Date(0) })
  const work = async () => {
    await makeDue()
    const workers = Array.from({ length: 10 }, () => deliverDueMails(database.db, mailer))
    return (await Promise.all(workers)).reduce((sum, { delivered }) => sum + delivered, 0)
  }

  expect(await work()).toBe(270)
  expect(new Set(handedOver).size).toBe(270)
  // Failed mails become due.
  expect(await work()).toBe(30)
  expect(await work()).toBe(0)
  expect(handedOver.sort()).toEqual(addresses.sort())
  expect([...tries.values()].filter((count) => count === 2)).toHaveLength(30)
  const rows = await rowsOf(database.db, 'outbox', {}, ['sent_at', 'attempts', 'locked_until'])
  expect(rows).toHaveLength(300)
  for (const row of rows)
    expect(row).toMatchObject({ sent_at: expect.any(Date), locked_until: null })
})
