import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyTables } from '#testing/rows.ts'
import { insertMails, setMailSuppressed } from './outbox.ts'
import { isOneTooMany } from './unconfirmed-mails.ts'

const database = testDatabase()
const victim = 'ada@mail.example'

beforeEach(() => emptyTables(database.db, 'outbox', 'owner_claims'))

async function write(to_email: string, kind = 'receipt') {
  const mail = { kind, product_id: null, to_email, payload: {} }
  return (await insertMails(database.db, [mail]))[0]!
}

const isTooMany = (id: string) =>
  isOneTooMany(database.db, { id, kinds: ['receipt', 'manage-link'], most: 2 })

const age = (id: string, interval: string) =>
  sql`update outbox set created_at = now() - ${interval}::interval where id = ${id}`.execute(
    database.db,
  )

it('the third mail to an address is one too many, the first two are not', async () => {
  const ids = [await write(victim), await write(victim, 'manage-link'), await write(victim)]
  expect(await Promise.all(ids.map(isTooMany))).toEqual([false, false, true])
})

it.each([
  ['ada+shop@mail.example', 'ADA@mail.example'],
  ['ada.lovelace@gmail.com', 'adalovelace+x@googlemail.com'],
])('%s and %s are one mailbox', async (first, second) => {
  await write(first)
  await write(second)
  expect(await isTooMany(await write(first))).toBe(true)
})

it.each(['a.da@mail.example', 'ada@other.example'])('%s is another mailbox', async (other) => {
  await write(victim)
  await write(other)
  expect(await isTooMany(await write(victim))).toBe(false)
})

it('mails of decisions and mails that anybody can cause are counted separately', async () => {
  for (const kind of ['receipt', 'receipt', 'rejection']) await write(victim, kind)
  expect(await isTooMany(await write(victim, 'manage-link'))).toBe(true)
  expect(await isTooMany(await write(victim, 'approval'))).toBe(false)
  expect(await isTooMany(await write(victim, 'withdrawal'))).toBe(true)
})

it('a mail that was suppressed, or is a day old, does not count', async () => {
  const [first, second] = [await write(victim), await write(victim)]
  const third = await write(victim)
  await age(first, '25 hours')
  expect(await isTooMany(third)).toBe(false)
  await age(first, '23 hours')
  expect(await isTooMany(third)).toBe(true)
  await setMailSuppressed(database.db, second, 'mails to its address are off')
  expect(await isTooMany(third)).toBe(false)
})

it('an address that confirmed once has no such limit', async () => {
  const { id } = await insertPending(database.db)
  const claim = { product_id: id, email: victim }
  await database.db.insertInto('owner_claims').values(claim).execute()
  const ids = [await write(victim), await write(victim), await write(victim)]
  expect(await isTooMany(ids[2]!)).toBe(true)
  await database.db.updateTable('owner_claims').set({ status: 'email_verified' }).execute()
  expect(await isTooMany(ids[2]!)).toBe(false)
})
