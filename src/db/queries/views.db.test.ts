import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { emptyTables, rowOf, setRows } from '#testing/rows.ts'
import { type View, countViews } from './views.ts'

const database = testDatabase()
const day = '2026-11-01'

beforeEach(() => emptyTables(database.db, 'view_seen'))

const view = (slug: string, visitor = 'ada', on = day): View => ({ slug, day: on, visitor })
const count = (...views: View[]) => countViews(database.db, views, day)

const listingOf = (slug: string) => rowOf(database.db, 'products', { slug })

const countOf = async (slug: string) => (await listingOf(slug)).view_count

async function seenDays(): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from view_seen order by day, visitor`.execute(database.db)
  return rows.map(({ day }) => day)
}

describe('a view', () => {
  it('of a listing that is not approved is not counted and leaves no row, beside one that is', async () => {
    const { slug } = await insertApproved(database.db)
    const others = [
      await insertPending(database.db),
      await insertRejected(database.db),
      await insertPending(database.db, { status: 'withdrawn', withdrawn_at: new Date() }),
    ].map((listing) => listing.slug)
    expect(await count(...others.map((other) => view(other)), view('nobody-has-this'))).toEqual([])
    expect(await seenDays()).toEqual([])
    expect(await count(view(others[0]!), view(slug))).toEqual([slug])
    for (const other of others) expect(await countOf(other)).toBe(0)
    expect(await seenDays()).toHaveLength(1)
  })

  it('is no change of the listing: nothing but the count differs, and no build is asked for', async () => {
    const changed_at = new Date('2026-10-01T00:00:00Z')
    const { slug } = await insertApproved(database.db, { changed_at })
    const before = await listingOf(slug)
    await count(view(slug))
    expect(await listingOf(slug)).toEqual({ ...before, view_count: 1 })
    for (const table of ['rebuilds', 'changelog', 'audit', 'outbox'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

it('decisions on the same listings in reverse order never deadlock with it, and no view counts twice', async () => {
  const { db } = database
  const ids = Array.from({ length: 4 }, () => randomUUID()).sort()
  const slugs: string[] = []
  for (const id of ids) slugs.push((await insertApproved(db, { id })).slug)
  const decide = () =>
    db.transaction().execute(async (trx) => {
      for (const slug of [...slugs].reverse())
        await setRows(trx, 'products', { slug }, { public_note: 'x' })
    })
  const visitors = Array.from({ length: 40 }, (_, index) => `visitor-${index}`)
  const look = (visitor: string) => count(...slugs.map((slug) => view(slug, visitor)))
  const both = visitors.flatMap((visitor) => [look(visitor), decide()])
  const ended = await Promise.allSettled(both)
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  // A listing that was locked was skipped; the next view counts it.
  for (const visitor of visitors) await look(visitor)
  for (const slug of slugs) expect(await countOf(slug)).toBe(visitors.length)
})

describe('a past day', () => {
  it('is deleted in parts by each count, and today’s stays', async () => {
    const { db } = database
    const { id, slug } = await insertApproved(db)
    await sql`
      insert into view_seen (day, product_id, visitor)
      select '2026-10-31', ${id}::uuid, 'visitor-' || n from generate_series(1, 700) n`.execute(db)
    await count(view(slug))
    expect(await seenDays()).toHaveLength(201)
    await count(view(slug, 'grace'))
    expect(await seenDays()).toEqual([day, day])
    expect(await countOf(slug)).toBe(2)
  })
})
