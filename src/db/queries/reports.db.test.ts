import { beforeEach, expect, it } from 'vitest'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { setRows } from '#testing/rows.ts'
import {
  type NewReport,
  findReport,
  insertReport,
  listOpenReports,
  setReportState,
} from './reports.ts'

const database = testDatabase()

beforeEach(async () => {
  await database.db.deleteFrom('reports').execute()
})

const listed = async () => (await insertApproved(database.db)).slug

const report = (slug: string): NewReport => ({
  slug,
  fact: 'text',
  tool: null,
  message: 'It is no help desk.',
  source: null,
  email: 'ada@x.example',
})

const insert = async (given: NewReport) => (await insertReport(database.db, given))!

const decide = (id: string, state: 'junk' | 'answered' | 'open' = 'junk') =>
  database.db
    .transaction()
    .execute((trx) => setReportState(trx, id, { state, answer: null, by: 'ada' }))

const reopen = async (id: string) => (await decide(id, 'open')) !== undefined

it('equal reports are rows of their own, the oldest first', async () => {
  const slug = await listed()
  const ids = [await insert(report(slug)), await insert(report(slug))]
  expect((await listOpenReports(database.db)).map(({ id }) => id)).toEqual(ids)
  expect(new Set(ids).size).toBe(2)
})

it('a decision is made once: a second one finds nothing open', async () => {
  const id = await insert(report(await listed()))
  expect(await decide(id, 'answered')).toEqual({ email: 'ada@x.example' })
  expect(await decide(id)).toBeUndefined()
  expect(await findReport(database.db, id.toUpperCase())).toMatchObject({
    id,
    state: 'answered',
    decided_by: 'ada',
  })
})

it('a decided report is opened again, and an open one is not', async () => {
  const junk = await insert(report(await listed()))
  await decide(junk)
  expect([await reopen(junk), await reopen(junk)]).toEqual([true, false])
  expect((await listOpenReports(database.db)).map(({ id }) => id)).toEqual([junk])
})

it('reports about a listing that is public no more are neither listed nor written', async () => {
  const slug = await listed()
  await insert(report(slug))
  const withdrawn = { status: 'withdrawn', withdrawn_at: new Date(), approved_at: null } as const
  await setRows(database.db, 'products', { slug }, withdrawn)
  expect(await listOpenReports(database.db)).toEqual([])
  expect(await insertReport(database.db, report(slug))).toBeUndefined()
})
