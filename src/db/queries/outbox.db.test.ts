import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { emptyTables, rowOf, setRows } from '#testing/rows.ts'
import type { Db } from '#db/connection/connect.ts'
import {
  insertMails,
  refuseAddress,
  setMailFailed,
  setMailRefused,
  setMailSent,
  setMailSuppressed,
  takeDueMails,
  takeMails,
} from './outbox.ts'
import { listUndelivered } from './undelivered.ts'

const database = testDatabase()

beforeEach(() => emptyTables(database.db, 'outbox'))

const mail = (number: number) => ({
  kind: 'receipt',
  product_id: null,
  to_email: `owner-${number}@example.com`,
  payload: { number },
})

/** Due mails, as old as those whose sender died. */
async function insert(count: number): Promise<string[]> {
  const ids = await insertMails(
    database.db,
    Array.from({ length: count }, (_, number) => mail(number)),
  )
  await sql`update outbox set next_attempt_at = now()`.execute(database.db)
  return ids
}

const find = (id: string) => rowOf(database.db, 'outbox', { id })
const change = (id: string, values: Parameters<typeof setRows<'outbox'>>[3]) =>
  setRows(database.db, 'outbox', { id }, values)

describe('insertMails', () => {
  it('keeps the mails in order, free for their writer at once and due for others half a minute later', async () => {
    const { id: product_id } = await insertPending(database.db)
    const ids = await insertMails(database.db, [
      mail(0),
      { ...mail(1), product_id, payload: { 'a "b"': ['é', null] } },
    ])
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)))
    expect(await takeDueMails(database.db, 10)).toEqual([])
    const next_attempt_at = sql`next_attempt_at - interval '30 seconds'`
    await setRows(database.db, 'outbox', {}, { next_attempt_at })
    expect(await takeDueMails(database.db, 10)).toEqual([
      { id: ids[0], ...mail(0), attempts: 1, is_refused: false },
      {
        id: ids[1],
        ...mail(1),
        product_id,
        payload: { 'a "b"': ['é', null] },
        attempts: 1,
        is_refused: false,
      },
    ])
  })

  it('keeps nothing when the transaction is rolled back', async () => {
    const attempt = database.db.transaction().execute(async (trx) => {
      await insertMails(trx, [mail(0)])
      throw new Error('second thoughts')
    })
    await expect(attempt).rejects.toThrow('second thoughts')
    expect(await takeDueMails(database.db, 10)).toEqual([])
  })
})

describe('claiming', () => {
  it('10 workers drain 100 mails, and each mail goes to exactly one of them', async () => {
    const ids = await insert(100)
    const worked = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const mine: string[] = []
        for (
          let batch = await takeDueMails(database.db, 3);
          batch.length > 0;
          batch = await takeDueMails(database.db, 3)
        ) {
          for (const { id } of batch) {
            mine.push(id)
            await setMailSent(database.db, id)
          }
        }
        return mine
      }),
    )
    const taken = worked.flat()
    expect(taken).toHaveLength(100)
    expect(taken.sort()).toEqual([...ids].sort())
  })

  it('two senders of the same mail at once: one has it', async () => {
    const ids = await insert(1)
    const claims = await Promise.all([
      takeMails(database.db, ids),
      takeMails(database.db, ids),
      takeDueMails(database.db, 10),
    ])
    expect(claims.flat().map(({ id }) => id)).toEqual(ids)
  })

  it('takes only the named mails, due or not, and no unknown ones', async () => {
    const [first, second, third] = await insert(3)
    await change(third!, { next_attempt_at: sql`now() + interval '1 hour'` })
    const claimed = await takeMails(database.db, [third!, first!, '9999999'])
    expect(claimed.map(({ id }) => id)).toEqual([first, third])
    expect((await takeDueMails(database.db, 10)).map(({ id }) => id)).toEqual([second])
    expect(await takeMails(database.db, [])).toEqual([])
  })

  it('takes the longest due mail first, and none that is due later', async () => {
    const [first, second, third] = await insert(3)
    await change(third!, { next_attempt_at: sql`now() - interval '1 hour'` })
    await change(first!, { next_attempt_at: sql`now() + interval '1 hour'` })
    expect((await takeDueMails(database.db, 1)).map(({ id }) => id)).toEqual([third])
    expect((await takeDueMails(database.db, 10)).map(({ id }) => id)).toEqual([second])
  })

  it('a mail whose sender died comes free when its two minutes are over, and not before', async () => {
    const ids = await insert(1)
    const leaseSeconds = await database.db.transaction().execute(async (trx) => {
      await takeMails(trx, ids)
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from locked_until - now())::int as seconds from outbox where id = ${ids[0]}`.execute(
        trx,
      )
      return rows[0]!.seconds
    })
    expect(leaseSeconds).toBe(120)
    expect(await takeMails(database.db, ids)).toEqual([])
    expect(await takeDueMails(database.db, 10)).toEqual([])
    await change(ids[0]!, { locked_until: sql`now() - interval '1 microsecond'` })
    expect(await takeDueMails(database.db, 10)).toMatchObject([{ id: ids[0], attempts: 2 }])
  })
})

describe('a mail that was sent', () => {
  it('is never taken again and no longer has its content', async () => {
    const ids = await insert(1)
    await takeMails(database.db, ids)
    await setMailFailed(database.db, ids[0]!, '451 try later')
    await takeMails(database.db, ids)
    await setMailSent(database.db, ids[0]!)
    expect(await find(ids[0]!)).toMatchObject({
      payload: {},
      locked_until: null,
      last_error: null,
      sent_at: expect.any(Date),
    })
    await sql`update outbox set next_attempt_at = now() - interval '1 day'`.execute(database.db)
    expect(await takeMails(database.db, ids)).toEqual([])
    expect(await takeDueMails(database.db, 10)).toEqual([])
  })
})

describe('a mail that failed', () => {
  // In one transaction now() stands still, so the waits are exact.
  async function failOnce(db: Db, id: string): Promise<number> {
    await sql`update outbox set next_attempt_at = now() where id = ${id}`.execute(db)
    expect(await takeDueMails(db, 1)).toMatchObject([{ id }])
    await setMailFailed(db, id, '451 try later')
    return wait(db, id)
  }

  async function wait(db: Db, id: string): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from next_attempt_at - now())::float as seconds from outbox where id = ${id}`.execute(
      db,
    )
    return rows[0]!.seconds
  }

  it('waits twice as long after each attempt, and is left for an editor after eight', async () => {
    const [id] = await insert(1)
    const waits = await database.db.transaction().execute(async (trx) => {
      const seconds: number[] = []
      for (let attempt = 1; attempt <= 8; attempt++) seconds.push(await failOnce(trx, id!))
      return seconds
    })
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840])
    await sql`update outbox set next_attempt_at = now() - interval '1 day'`.execute(database.db)
    expect(await takeDueMails(database.db, 10)).toEqual([])
    // An editor names it, and it is sent after all.
    expect(await takeMails(database.db, [id!])).toMatchObject([
      { id, attempts: 9, payload: { number: 0 } },
    ])
  })

  it('never waits longer than six hours', async () => {
    const [id] = await insert(1)
    await sql`update outbox set attempts = 40 where id = ${id}`.execute(database.db)
    const seconds = await database.db.transaction().execute(async (trx) => {
      await takeMails(trx, [id!])
      await setMailFailed(trx, id!, 'no route')
      return wait(trx, id!)
    })
    expect(seconds).toBe(6 * 3600)
  })

  it('keeps the reason, cut to 500 characters, and is free again', async () => {
    const ids = await insert(1)
    await takeMails(database.db, ids)
    await setMailFailed(database.db, ids[0]!, 'x'.repeat(501))
    expect(await find(ids[0]!)).toMatchObject({
      last_error: 'x'.repeat(500),
      locked_until: null,
      sent_at: null,
      payload: { number: 0 },
    })
  })
})

describe('a mail that was suppressed', () => {
  it('is never taken again, not even by name, and no longer has its content', async () => {
    const ids = await insert(1)
    await takeMails(database.db, ids)
    await setMailSuppressed(database.db, ids[0]!, 'mails to its address are off')
    expect(await find(ids[0]!)).toMatchObject({
      payload: {},
      locked_until: null,
      sent_at: null,
      suppressed_at: expect.any(Date),
      last_error: 'mails to its address are off',
    })
    expect(await takeMails(database.db, ids)).toEqual([])
    expect(await takeDueMails(database.db, 10)).toEqual([])
    expect(await listUndelivered(database.db)).toEqual([])
  })
})

describe('a mail that was refused', () => {
  it('is taken again by name alone, and one that then arrives is not refused any more', async () => {
    const ids = await insert(1)
    await takeMails(database.db, ids)
    await setMailRefused(database.db, ids[0]!, '550 no such user')
    expect(await takeDueMails(database.db, 10)).toEqual([])
    expect(await takeMails(database.db, ids)).toMatchObject([
      { is_refused: true, attempts: 2, payload: { number: 0 } },
    ])
    await setMailSent(database.db, ids[0]!)
    expect(await find(ids[0]!)).toMatchObject({ refused_at: null, last_error: null })
  })

  it.each([
    ['its provider', (id: string) => setMailRefused(database.db, id, '550 no such user')],
    ['an editor', () => refuseAddress(database.db, 'owner-0@example.com', 'It bounced.')],
  ])('by %s keeps no link, and the rest for an editor who tries again', async (_, refuse) => {
    const [manage_url, confirm_url] = ['https://x.example/manage/a', 'https://x.example/confirm/b']
    const payload = { name: 'Acme', reason: 'No.', manage_url, confirm_url }
    const [id] = await insertMails(database.db, [{ ...mail(0), payload }])
    await refuse(id!)
    expect((await find(id!)).payload).toEqual({ name: 'Acme', reason: 'No.' })
  })
})
