import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { fresh, insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import {
  type NewReport,
  decideReports,
  findFlood,
  findReports,
  insertReport,
  listOpenReports,
  reopenJunk,
} from './reports.ts'

const database = testDatabase()

beforeEach(async () => {
  await database.db.deleteFrom('reports').execute()
})

const listed = async () => (await insertApproved(database.db)).slug

const report = (slug: string, more: Partial<NewReport> = {}): NewReport => ({
  slug,
  fact: 'text',
  tool: null,
  message: 'It is no help desk.',
  source: null,
  email: null,
  sender: fresh('sender'),
  digest: randomUUID(),
  ...more,
})

const insert = async (given: NewReport) => (await insertReport(database.db, given))!

const send = async (more: Partial<NewReport> = {}) => insert(report(await listed(), more))

const cameAt = (id: string, first_at: Date) =>
  database.db.updateTable('reports').set({ first_at }).where('id', '=', id).execute()

const decide = (ids: readonly string[], state: 'junk' | 'answered' = 'junk') =>
  database.db
    .transaction()
    .execute((trx) => decideReports(trx, ids, { state, answer: null, by: 'ada' }))

describe('equal reports', () => {
  it('are one row with a count, the first source, and everybody who wants to hear of it', async () => {
    const equal = report(await listed(), { digest: 'same' })
    const first = await insert(equal)
    const source = 'https://letterbox.example/docs'
    for (const email of ['ada@x.example', 'bob@x.example', 'ada@x.example'])
      expect(await insert({ ...equal, source, email })).toBe(first)
    const rows = await database.db.selectFrom('reports').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      times: 4,
      source,
      emails: ['ada@x.example', 'bob@x.example'],
      sender: equal.sender,
    })
    expect(rows[0]!.last_at.getTime()).toBeGreaterThanOrEqual(rows[0]!.first_at.getTime())
  })

  it('of thirty at once are one row', async () => {
    const equal = report(await listed(), { digest: 'at-once' })
    const ids = await Promise.all(Array.from({ length: 30 }, () => insert(equal)))
    expect(new Set(ids).size).toBe(1)
    expect((await listOpenReports(database.db))[0]!.times).toBe(30)
  })

  it('keep at most twenty addresses, and count the rest', async () => {
    const equal = report(await listed())
    for (let number = 0; number < 25; number++)
      await insert({ ...equal, email: `${number}@x.example` })
    const { emails, times } = await database.db
      .selectFrom('reports')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([emails.length, times]).toEqual([20, 25])
  })

  it('are a new row after a decision: what is said again is looked at again', async () => {
    const equal = report(await listed())
    const first = await insert(equal)
    await decide([first], 'answered')
    expect(await insert(equal)).not.toBe(first)
  })
})

const idsOf = (flood: readonly { id: string }[]) => flood.map(({ id }) => id)

describe('a flood', () => {
  it('of 200 reports in an hour, from forty senders, is one decision, and one to take it back', async () => {
    const { db } = database
    const [one = '', ...others] = [await listed(), await listed(), await listed()]
    const start = Date.now()
    const flood: string[] = []
    for (let number = 0; number < 200; number++) {
      const to = [one, ...others][number % 3]!
      const id = await insert(report(to, { sender: `s${number % 40}` }))
      await cameAt(id, new Date(start - number * 17_000))
      flood.push(id)
    }
    const withSource = await send({ source: 'https://docs.example/page' })
    const withAddress = await send({ email: 'ada@x.example' })
    const earlier = await send()
    await cameAt(earlier, new Date(start - 3 * 3_600_000))
    const found = idsOf(await findFlood(db, flood[0]!))
    expect(found[0]).toBe(flood[0])
    expect(found.toSorted()).toEqual(flood.toSorted())
    expect(await decide(found)).toHaveLength(200)
    const left = (await listOpenReports(db)).map(({ id }) => id)
    expect(left.toSorted()).toEqual([withSource, withAddress, earlier].toSorted())
    expect(await db.transaction().execute((trx) => reopenJunk(trx, flood[7]!))).toBe(200)
    expect(await listOpenReports(db)).toHaveLength(203)
  })

  it('of one sender is told by the sender, whenever and with whatever source', async () => {
    const mine = { sender: 'the-same' }
    const ids = [
      await send(mine),
      await send({ ...mine, source: 'https://a.example/x' }),
      await send({ ...mine, email: 'ada@x.example' }),
    ]
    await cameAt(ids[0]!, new Date(Date.now() - 86_400_000))
    await send({ source: 'https://b.example/x' })
    expect(idsOf(await findFlood(database.db, ids[1]!)).toSorted()).toEqual(ids.toSorted())
  })

  it('that names one site as its source is a flood, and another site is none of it', async () => {
    const spam = [
      await send({ source: 'https://spam.example/1' }),
      await send({ source: 'https://SPAM.example/2' }),
    ]
    await send({ source: 'https://docs.example/1' })
    await send()
    expect(idsOf(await findFlood(database.db, spam[0]!)).toSorted()).toEqual(spam.toSorted())
  })

  it('at a code host does not take what names the listing’s own repository there, or its own site', async () => {
    const { db } = database
    const slug = await listed()
    const { id, domain } = await db
      .selectFrom('products')
      .select(['id', 'domain'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const repository = `https://github.com/quill/${slug}`
    await db
      .insertInto('proofs')
      .values({
        product_id: id,
        repository,
        commit: 'c'.repeat(40),
        licence: null,
        archived: null,
        checked_at: new Date(),
        tools: '[]',
      })
      .execute()
    const honest = [`${repository}/blob/main/a.ts#L1`, `https://${domain}/pricing`]
    const kept: string[] = []
    for (const source of honest) kept.push(await insert(report(slug, { source })))
    const spam = [
      await insert(report(slug, { source: 'https://github.com/spam/1', digest: 's1' })),
      await insert(report(slug, { source: `${repository}-spam/x`, digest: 's2' })),
    ]
    expect(idsOf(await findFlood(db, spam[0]!)).toSorted()).toEqual(spam.toSorted())
    expect(idsOf(await findFlood(db, kept[0]!)).toSorted()).toEqual(kept.toSorted())
  })
})

it('a decision is made once: a second one finds nothing open', async () => {
  const id = await send()
  expect(await decide([id], 'answered')).toHaveLength(1)
  expect(await decide([id])).toEqual([])
  const [found] = await findReports(database.db, id.slice(0, 8))
  expect(found).toMatchObject({ id, state: 'answered', decided_by: 'ada' })
})

it('junk whose equal came since stays junk: that one is open already', async () => {
  const equal = report(await listed())
  const first = await insert(equal)
  await decide([first])
  await insert(equal)
  expect(await database.db.transaction().execute((trx) => reopenJunk(trx, first))).toBe(0)
})

it('reports about a listing that is public no more are neither listed nor written', async () => {
  const slug = await listed()
  await insert(report(slug))
  await database.db
    .updateTable('products')
    .set({ status: 'withdrawn', withdrawn_at: new Date(), approved_at: null })
    .where('slug', '=', slug)
    .execute()
  expect(await listOpenReports(database.db)).toEqual([])
  expect(await insertReport(database.db, report(slug))).toBeUndefined()
})
