import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertPending } from './testing/builders.ts'
import { testDatabase } from './testing/database.ts'
import { proxyTo } from './testing/proxy.ts'
import { connect } from './db/connection/connect.ts'
import { DatabaseTimeout } from './db/connection/failure.ts'
import { beyondRequest, timeLeft, withinMs } from './request-deadline.ts'
import { rowOf } from '#testing/rows.ts'

const database = testDatabase()
const deadlines = { connectMs: 60_000, statementMs: 60_000, placeMs: 60_000 }

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

it('a request that has no time left fails, however much its single deadlines would allow', async () => {
  const proxy = await proxyTo(database.url)
  const db = connect(proxy.url, { max: 1, onError: () => {}, deadlines })
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
  await ask()
  proxy.freeze()
  // The second waits for the place of the first, and then for nothing more.
  const failures = await Promise.all([failureOf(withinMs(200, ask)), failureOf(withinMs(200, ask))])
  failures.push(await failureOf(withinMs(200, ask)))
  for (const failure of failures) expect(failure).toBeInstanceOf(DatabaseTimeout)
  proxy.thaw()
  expect(await withinMs(60_000, ask)).toEqual([{ one: 1 }])
  await db.destroy()
  await proxy.close()
})

it('a transaction whose request ran out of time leaves nothing, and its connection to nobody', async () => {
  const db = connect(database.url, { max: 1, onError: () => {}, deadlines })
  const { id } = await insertPending(db)
  const write = withinMs(200, () =>
    db.transaction().execute(async (trx) => {
      await trx.updateTable('products').set({ view_count: 7 }).where('id', '=', id).execute()
      await pause(250)
    }),
  )
  expect(await failureOf(write)).toBeInstanceOf(DatabaseTimeout)
  const { view_count } = await rowOf(db, 'products', { id }, ['view_count'])
  expect(view_count).toBe(0)
  await db.destroy()
})

it('what goes on after the answer has its own time', async () => {
  await withinMs(0, async () => {
    expect(timeLeft()).toBeLessThanOrEqual(0)
    const { rows } = await beyondRequest(() => sql`select 1 as one`.execute(database.db))
    expect(rows).toEqual([{ one: 1 }])
  })
  expect(timeLeft()).toBe(Infinity)
})
