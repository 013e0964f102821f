import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '#db/connection/connect.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { testDatabase } from '#testing/database.ts'
import { insertApproved } from '#testing/builders.ts'
import { emptyTables, insertRow, rowOf } from '#testing/rows.ts'
import { recordAction } from './audit.ts'
import { insertChange, listChanges, takeChangeTimestamp } from './changelog.ts'

const database = testDatabase()
const productId = async () => (await insertApproved(database.db)).id

beforeEach(() => emptyTables(database.db, 'changelog'))

const insertApproval = (trx: Trx, at: Date, product_id: string) =>
  insertChange(trx, at, { type: 'product_approved', product_id, approved_at: at })

/** Appends one approval and returns its timestamp. */
function append(product_id: string, past?: string): Promise<Date> {
  return database.db.transaction().execute(async (trx) => {
    const timestamp = await takeChangeTimestamp(trx, past)
    await insertApproval(trx, timestamp, product_id)
    // Written under the same lock, so its id shows the order of the commits.
    await recordAction(trx, { actor: 'writer', action: timestamp.toISOString(), product_id })
    return timestamp
  })
}

async function databaseClock(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db)
  return rows[0]!.now.getTime()
}

describe('the clock', () => {
  it('gives an item the time at which it is written, to the millisecond', async () => {
    const product_id = await productId()
    const before = await databaseClock()
    const timestamp = await append(product_id)
    expect(timestamp.getTime()).toBeGreaterThanOrEqual(before)
    expect(timestamp.getTime()).toBeLessThanOrEqual(await databaseClock())
    const { timestamp: stored } = await rowOf(database.db, 'changelog', {}, ['timestamp'])
    expect(stored).toEqual(timestamp)
  })

  it('that steps back cannot break the order: the next item is a millisecond after the newest', async () => {
    const product_id = await productId()
    const future = new Date((await databaseClock()) + 86_400_000)
    await database.db.transaction().execute((trx) => insertApproval(trx, future, product_id))
    for (const step of [1, 2, 3])
      expect((await append(product_id)).getTime()).toBe(future.getTime() + step)
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
  it('never gives a timestamp twice', async () => {
    const product_id = await productId()
    const timestamp = await append(product_id)
    const again = database.db
      .transaction()
      .execute((trx) => insertApproval(trx, timestamp, product_id))
    await expect(again).rejects.toMatchObject({
      code: '23505',
      constraint: 'changelog_timestamp_key',
    })
  })
})

describe('listChanges', () => {
  const everything = { since: null, after: null, order: 'asc', limit: 100 } as const
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`
  const time = (moment: string | Date) => new Date(moment).toISOString()

  /** Five approvals, at the seconds 1 to 5. */
  async function five() {
    const product = await insertApproved(database.db)
    await database.db.transaction().execute(async (trx) => {
      // Written out of order, so that the order is not the table's.
      for (const second of [3, 1, 5, 2, 4])
        await insertApproval(trx, new Date(at(second)), product.id)
    })
    return product
  }

  it.each([
    ['upwards', {}, [1, 2, 3, 4, 5], 5, 5],
    ['downwards', { order: 'desc' }, [5, 4, 3, 2, 1], 5, 5],
    ['upwards, one more than the limit', { limit: 2 }, [1, 2, 3], 5, 5],
    ['downwards, one more than the limit', { order: 'desc', limit: 2 }, [5, 4, 3], 5, 5],
    ['upwards, no more when the limit is all', { limit: 5 }, [1, 2, 3, 4, 5], 5, 5],
    ['upwards, strictly newer than since', { since: at(2) }, [3, 4, 5], 3, 5],
    ['downwards, strictly newer than since', { since: at(2), order: 'desc' }, [5, 4, 3], 3, 5],
    ['upwards, after a page', { after: at(3) }, [4, 5], 5, 5],
    ['downwards, after a page', { after: at(3), order: 'desc' }, [2, 1], 5, 5],
    ['upwards, between both', { since: at(1), after: at(3), limit: 1 }, [4, 5], 4, 5],
    ['downwards, between both', { since: at(1), after: at(4), order: 'desc' }, [3, 2], 4, 5],
    ['nothing after the last page', { after: at(5) }, [], 5, 5],
    ['nothing newer than the newest', { since: at(5) }, [], 0, null],
    ['everything since the year 0', { since: '0000-01-01T00:00:00.000Z', limit: 1 }, [1, 2], 5, 5],
    ['nothing since the year 9999', { since: '9999-12-31T23:59:59.999Z' }, [], 0, null],
  ] as const)('gives a page: %s', async (_, question, seconds, total, latest) => {
    await five()
    const page = await listChanges(database.db, { ...everything, ...question })
    expect(page.items.map((item) => time(item.timestamp))).toEqual(seconds.map(at))
    expect({ total: page.total, latest: page.latest }).toEqual({
      total,
      latest: latest === null ? null : new Date(at(latest)),
    })
  })

  it('of an empty changelog is empty, not null', async () => {
    expect(await listChanges(database.db, everything)).toEqual({
      items: [],
      total: 0,
      latest: null,
    })
  })

  it('since is exact to the millisecond', async () => {
    const { id: product_id } = await insertApproved(database.db)
    const moments = [
      '2026-05-18T05:28:47.563Z',
      '2026-05-18T05:28:47.564Z',
      '2026-05-18T05:28:47.565Z',
    ]
    await database.db.transaction().execute(async (trx) => {
      for (const moment of moments) await insertApproval(trx, new Date(moment), product_id)
    })
    for (const [place, since] of moments.entries()) {
      const { items, total } = await listChanges(database.db, { ...everything, since })
      expect(items.map((item) => time(item.timestamp))).toEqual(moments.slice(place + 1))
      expect(total).toBe(2 - place)
    }
  })

  it('has the fields of each variant, and the products of a weekly issue in the order of the issue', async () => {
    const { db } = database
    const products = [
      await insertApproved(db),
      await insertApproved(db),
      await insertApproved(db),
    ] as const
    const [lead, second, third] = products
    const [number, reviewed] = [8, new Date(at(9))]
    await insertRow(db, 'weekly_issues', {
      number,
      slug: 'eight',
      title: 'Eight “quoted”',
      lead_product_id: lead.id,
      product_ids: [third.id, lead.id, second.id],
      published_at: new Date(at(3)),
    })
    const claim = { claim_review_status: 'needs_revision', claim_reviewed_at: reviewed } as const
    await db.transaction().execute(async (trx) => {
      await insertApproval(trx, new Date(at(1)), second.id)
      await insertChange(trx, new Date(at(2)), {
        type: 'claim_review_updated',
        product_id: third.id,
        ...claim,
      })
      await insertChange(trx, new Date(at(3)), {
        type: 'weekly_issue_published',
        product_id: lead.id,
        weekly_issue: number,
      })
    })
    const { items } = await listChanges(db, everything)
    const none = {
      id: expect.any(String),
      approved_at: null,
      claim_review_status: null,
      claim_reviewed_at: null,
      issue: null,
    }
    const about = ({ slug, name, url }: typeof lead) => ({ slug, name, url })
    const given = items.map((item) => ({
      ...item,
      timestamp: time(item.timestamp),
      approved_at: item.approved_at && time(item.approved_at),
      claim_reviewed_at: item.claim_reviewed_at && time(item.claim_reviewed_at),
    }))
    const product_slugs = [third.slug, lead.slug, second.slug]
    const issue = { number, slug: 'eight', title: 'Eight “quoted”', product_slugs }
    const reviewedThen = { ...claim, claim_reviewed_at: at(9) }
    const [first, next, last] = enums.changelogType.map((type, place) => ({
      ...none,
      type,
      timestamp: at(place + 1),
    }))
    expect(given).toEqual([
      { ...first, product: about(second), approved_at: at(1) },
      { ...next, product: about(third), ...reviewedThen },
      { ...last, product: about(lead), issue },
    ])
  })

  it('an issue without products has an empty list', async () => {
    const { db } = database
    const { id } = await insertApproved(db)
    const issue = { number: 9, slug: 'nine', title: 'Nine', published_at: new Date(at(1)) }
    await insertRow(db, 'weekly_issues', { ...issue, lead_product_id: id, product_ids: [] })
    await db.transaction().execute((trx) =>
      insertChange(trx, new Date(at(1)), {
        type: 'weekly_issue_published',
        product_id: id,
        weekly_issue: 9,
      }),
    )
    expect((await listChanges(db, everything)).items).toMatchObject([
      { issue: { number: 9, product_slugs: [] } },
    ])
  })
})

describe('a reader beside 8 parallel writers', () => {
  const random = (from: number, to: number) => from + Math.floor(Math.random() * (to - from + 1))

  /**
   * Appends `count` items by 8 writers, which pause between taking a timestamp and committing.
   * Returns the ids in commit order.
   */
  async function write(count: number): Promise<string[]> {
    const { db } = database
    const product_id = await productId()
    let left = count
    const writer = async () => {
      while (left-- > 0) {
        if (random(1, 10) === 1) await pause(random(1, 10))
        await db.transaction().execute(async (trx) => {
          const timestamp = await takeChangeTimestamp(trx)
          if (random(1, 2) === 1) await pause(random(1, 3))
          await insertApproval(trx, timestamp, product_id)
          // Under the lock, so the audit's ids show the order of the commits.
          await recordAction(trx, { actor: 'writer', action: timestamp.toISOString(), product_id })
        })
      }
    }
    await Promise.all(Array.from({ length: 8 }, writer))
    const rows = await db
      .selectFrom('audit')
      .innerJoin('changelog', (join) =>
        join
          .on(sql<boolean>`changelog."timestamp" = audit.action::timestamptz`)
          .onRef('changelog.product_id', '=', 'audit.product_id'),
      )
      .select('changelog.id')
      .where('audit.product_id', '=', product_id)
      .orderBy('audit.id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /**
   * Reads while `writing` runs, and then until a read that began after the last commit returns
   * nothing.
   */
  async function follow(writing: Promise<unknown>, read: () => Promise<number>): Promise<void> {
    let isDone = false
    const reading = async () => {
      for (;;) {
        const wasDone = isDone
        const count = await read()
        if (wasDone && count === 0) return
        await pause(random(0, 20))
      }
    }
    await Promise.all([writing.finally(() => (isDone = true)), reading()])
  }

  it('that pages upwards by the last timestamp, slowly and with any limit, sees each of 200 items once and in order', async () => {
    const seen: string[] = []
    let after: string | null = null
    const writing = write(200)
    await follow(writing, async () => {
      const limit = random(1, 10)
      const { items } = await listChanges(database.db, { since: null, after, order: 'asc', limit })
      const page = items.slice(0, limit)
      after = page.at(-1)?.timestamp ?? after
      seen.push(...page.map(({ id }) => id))
      return page.length
    })
    const written = await writing
    expect(written).toHaveLength(200)
    expect(seen).toEqual(written)
  })

  it('that uses latest as the next since, with a limit above the number of new items, misses none of 100', async () => {
    const seen: string[] = []
    let since: string | null = null
    const writing = write(100)
    await follow(writing, async () => {
      const { items, total, latest } = await listChanges(database.db, {
        since,
        after: null,
        order: 'desc',
        limit: 1000,
      })
      expect(items).toHaveLength(total)
      expect(latest).toEqual(items[0] ? new Date(items[0].timestamp) : null)
      since = latest?.toISOString() ?? since
      seen.push(...items.map(({ id }) => id).reverse())
      return items.length
    })
    expect(seen).toEqual(await writing)
  })
})
