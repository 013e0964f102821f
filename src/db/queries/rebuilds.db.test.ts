import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyTables, rowOf } from '#testing/rows.ts'
import { markChanged } from './changelog.ts'
import {
  askForRebuild,
  rebuildState,
  setRebuildDone,
  setRebuildFailed,
  setRebuildLive,
  takeDueRebuild,
} from './rebuilds.ts'

const database = testDatabase()

beforeEach(() => emptyTables(database.db, 'rebuilds', 'live_build'))

const rows = () => database.db.selectFrom('rebuilds').selectAll().orderBy('id').execute()

/**
 * Lets seconds pass for every waiting row, and one more: a machine may set its clock back a little.
 */
const later = (seconds: number) =>
  sql`update rebuilds set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds + 1}),
    locked_until = locked_until - make_interval(secs => ${seconds + 1})`.execute(database.db)

describe('asking', () => {
  it('many decisions share one row, and requests while a build runs share one more', async () => {
    await Promise.all(Array.from({ length: 20 }, () => askForRebuild(database.db, 'ada')))
    expect(await rows()).toMatchObject([{ asks: 20, attempts: 0 }])
    const taken = await takeDueRebuild(database.db)
    expect(taken).toMatchObject({ attempts: 1 })
    expect(await takeDueRebuild(database.db)).toBeUndefined()
    await askForRebuild(database.db, 'grace')
    await askForRebuild(database.db, 'grace')
    expect(await rows()).toMatchObject([{ asks: 20 }, { asks: 2, asked_by: 'grace' }])
    await setRebuildDone(database.db, taken!.id)
    expect(await takeDueRebuild(database.db)).toBeDefined()
  })

  it('in a transaction that is rolled back requests nothing', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await askForRebuild(trx, 'ada')
      throw new Error('second thoughts')
    })
    await expect(failing).rejects.toThrow('second thoughts')
    expect(await rows()).toEqual([])
  })

  it('of many builders one takes the row', async () => {
    await askForRebuild(database.db, 'ada')
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeDueRebuild(database.db)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })
})

describe('a build that fails', () => {
  it('is tried again after growing waits, which start over after a success', async () => {
    await askForRebuild(database.db, 'ada')
    for (const [attempt, wait] of [30, 60, 120, 240].entries()) {
      const taken = await takeDueRebuild(database.db)
      expect(taken).toMatchObject({ attempts: attempt + 1 })
      await setRebuildFailed(database.db, taken!.id, 'a page is broken')
      expect(await takeDueRebuild(database.db)).toBeUndefined()
      await later(wait - 5)
      expect(await takeDueRebuild(database.db)).toBeUndefined()
      await later(5)
    }
    const taken = await takeDueRebuild(database.db)
    await setRebuildDone(database.db, taken!.id)
    await askForRebuild(database.db, 'ada')
    expect(await takeDueRebuild(database.db)).toMatchObject({ attempts: 1 })
  })

  it('waits an hour at most', async () => {
    await askForRebuild(database.db, 'ada')
    await database.db.updateTable('rebuilds').set({ attempts: 40 }).execute()
    await setRebuildFailed(database.db, (await takeDueRebuild(database.db))!.id, 'x')
    await later(3600)
    expect(await takeDueRebuild(database.db)).toMatchObject({ attempts: 42 })
  })

  it('is due at once on a new request, and keeps its count', async () => {
    await askForRebuild(database.db, 'ada')
    await setRebuildFailed(database.db, (await takeDueRebuild(database.db))!.id, 'x')
    await askForRebuild(database.db, 'grace')
    expect(await takeDueRebuild(database.db)).toMatchObject({ attempts: 2 })
  })

  it('with a request meanwhile leaves one row, due as before', async () => {
    await askForRebuild(database.db, 'ada')
    const taken = await takeDueRebuild(database.db)
    await askForRebuild(database.db, 'grace')
    await setRebuildFailed(database.db, taken!.id, 'x')
    expect(await takeDueRebuild(database.db)).toMatchObject({ attempts: 2 })
    expect(await takeDueRebuild(database.db)).toBeUndefined()
  })

  it('without a result has failed when its lease is over', async () => {
    await askForRebuild(database.db, 'ada')
    await takeDueRebuild(database.db)
    await later(15 * 60)
    expect(await takeDueRebuild(database.db)).toBeUndefined()
    expect((await rebuildState(database.db)).failed?.error).toBe('the build ended without a word')
    await later(30)
    expect(await takeDueRebuild(database.db)).toMatchObject({ attempts: 2 })
  })

  it('can be taken early', async () => {
    await askForRebuild(database.db, 'ada')
    await setRebuildFailed(database.db, (await takeDueRebuild(database.db))!.id, 'x')
    expect(await takeDueRebuild(database.db, { evenEarly: true })).toBeDefined()
  })
})

describe('rebuildState', () => {
  it('reports the public build, its lag, and the waiting, running and failed builds', async () => {
    const { db } = database
    expect(await rebuildState(db)).toMatchObject({ live: null, waiting: null, failed: null })
    const [first, second] = [await insertApproved(db), await insertApproved(db)]
    const changed = async (id: string) => {
      await db.transaction().execute((trx) => markChanged(trx, [id]))
      const row = await rowOf(db, 'products', { id }, ['changed_at'])
      return row.changed_at!
    }
    await setRebuildLive(db, null)
    expect(await rebuildState(db)).toMatchObject({ live: { changed_at: null }, behind: 0 })
    const cursor = await changed(first.id)
    await changed(second.id)
    expect((await rebuildState(db)).behind).toBe(2)
    await setRebuildLive(db, cursor)
    expect(await rebuildState(db)).toMatchObject({ live: { changed_at: cursor }, behind: 1 })

    await askForRebuild(db, 'ada')
    const taken = await takeDueRebuild(db)
    expect(await rebuildState(db)).toMatchObject({
      waiting: null,
      running: { started_at: expect.any(Date) },
    })
    await setRebuildFailed(db, taken!.id, 'a page is broken')
    expect(await rebuildState(db)).toMatchObject({
      waiting: { attempts: 1 },
      running: null,
      failed: { error: 'a page is broken' },
    })
    const again = await takeDueRebuild(db, { evenEarly: true })
    await setRebuildDone(db, again!.id)
    expect(await rebuildState(db)).toMatchObject({ waiting: null, failed: null })
  })
})
