import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertApproved } from '#testing/builders.ts'
import { recordAction } from './audit.ts'
import { insertChange, takeChangeTimestamp } from './changelog.ts'

const database = testDatabase()
const productId = async () => (await insertApproved(database.db)).id

beforeEach(async () => {
  await database.db.deleteFrom('changelog').execute()
})

/** Appends one approval and returns its timestamp. */
function append(product_id: string, past?: string): Promise<Date> {
  return database.db.transaction().execute(async (trx) => {
    const timestamp = await takeChangeTimestamp(trx, past)
    await insertChange(trx, timestamp, { type: 'product_approved', product_id, approved_at: timestamp })
    // Written under the same lock, so its id tells in which order the transactions were committed.
    await recordAction(trx, { actor: 'writer', action: timestamp.toISOString(), product_id })
    return timestamp
  })
}

async function databaseClock(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db)
  return rows[0]!.now.getTime()
}

describe('many writers', () => {
  it('200 items by 8 writers in parallel have strictly increasing timestamps in commit order, and a reader that polls misses none', async () => {
    const { db } = database
    const product_id = await productId()
    const seen: number[] = []
    let isDone = false
    const poll = async () => {
      const since = new Date(seen.at(-1) ?? 0)
      const rows = await db.selectFrom('changelog').select('timestamp').where('timestamp', '>', since).orderBy('timestamp').execute()
      seen.push(...rows.map(({ timestamp }) => timestamp.getTime()))
    }
    const reader = (async () => {
      while (!isDone) await poll()
    })()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let item = 0; item < 25; item++) await append(product_id)
      }),
    )
    isDone = true
    await reader
    await poll()

    const inCommitOrder = await db.selectFrom('audit').select('action').where('product_id', '=', product_id).orderBy('id').execute()
    const timestamps = inCommitOrder.map(({ action }) => action)
    expect(timestamps).toHaveLength(200)
    expect(new Set(timestamps).size).toBe(200)
    expect(timestamps).toEqual([...timestamps].sort())
    expect(seen.map((time) => new Date(time).toISOString())).toEqual(timestamps)
  })
})

describe('the clock', () => {
  it('gives an item the time at which it is written, to the millisecond', async () => {
    const product_id = await productId()
    const before = await databaseClock()
    const timestamp = await append(product_id)
    expect(timestamp.getTime()).toBeGreaterThanOrEqual(before)
    expect(timestamp.getTime()).toBeLessThanOrEqual(await databaseClock())
    const { timestamp: stored } = await database.db.selectFrom('changelog').select('timestamp').executeTakeFirstOrThrow()
    expect(stored).toEqual(timestamp)
  })

  it('that steps back cannot break the order: the next item is a millisecond after the newest', async () => {
    const product_id = await productId()
    const future = new Date((await databaseClock()) + 86_400_000)
    await database.db
      .transaction()
      .execute((trx) => insertChange(trx, future, { type: 'product_approved', product_id, approved_at: future }))
    for (const step of [1, 2, 3]) expect((await append(product_id)).getTime()).toBe(future.getTime() + step)
  })
})

describe('the past of a starter', () => {
  const past = '2026-01-02T03:04:05.678Z'

  it('is its time in an empty changelog, and after an older item', async () => {
    const product_id = await productId()
    expect((await append(product_id, past)).toISOString()).toBe(past)
    const later = '2026-01-02T03:04:05.679Z'
    expect((await append(product_id, later)).toISOString()).toBe(later)
  })

  it.each([
    { title: 'the same time', second: past },
    { title: 'an earlier time', second: '2025-12-31T00:00:00.000Z' },
  ])('does not count when the newest item has it or is newer: $title', async ({ second }) => {
    const product_id = await productId()
    const before = await databaseClock()
    await append(product_id, past)
    expect((await append(product_id, second)).getTime()).toBeGreaterThanOrEqual(before)
  })

  it('does not count when it is in the future', async () => {
    const product_id = await productId()
    const future = new Date((await databaseClock()) + 86_400_000)
    const timestamp = await append(product_id, future.toISOString())
    expect(timestamp.getTime()).toBeLessThanOrEqual(await databaseClock())
  })
})

describe('insertChange', () => {
  it('keeps the fields of each variant', async () => {
    const { db } = database
    const product_id = await productId()
    const at = new Date('2026-05-18T05:28:47.564Z')
    await db
      .insertInto('weekly_issues')
      .values({ number: 7, slug: 'seven', title: 'Seven', lead_product_id: product_id, product_ids: [product_id], published_at: at })
      .execute()
    await db.transaction().execute(async (trx) => {
      await insertChange(trx, new Date(1), { type: 'product_approved', product_id, approved_at: at })
      const claim = { claim_review_status: 'needs_revision', claim_reviewed_at: at } as const
      await insertChange(trx, new Date(2), { type: 'claim_review_updated', product_id, ...claim })
      await insertChange(trx, new Date(3), { type: 'weekly_issue_published', product_id, weekly_issue: 7 })
    })
    const rows = await db.selectFrom('changelog').selectAll().orderBy('timestamp').execute()
    const none = {
      id: expect.any(String),
      product_id,
      approved_at: null,
      claim_review_status: null,
      claim_reviewed_at: null,
      weekly_issue: null,
    }
    expect(rows).toEqual([
      { ...none, type: 'product_approved', timestamp: new Date(1), approved_at: at },
      { ...none, type: 'claim_review_updated', timestamp: new Date(2), claim_review_status: 'needs_revision', claim_reviewed_at: at },
      { ...none, type: 'weekly_issue_published', timestamp: new Date(3), weekly_issue: 7 },
    ])
  })

  it('never gives a timestamp twice', async () => {
    const product_id = await productId()
    const timestamp = await append(product_id)
    const again = database.db
      .transaction()
      .execute((trx) => insertChange(trx, timestamp, { type: 'product_approved', product_id, approved_at: timestamp }))
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'changelog_timestamp_key' })
  })
})
