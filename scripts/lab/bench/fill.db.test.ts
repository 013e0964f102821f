import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { contentOnce } from '#testing/content.ts'
import { syncContent } from '#editorial/sync-content.ts'
import { testDatabase } from '#testing/database.ts'
import { fill } from './fill.ts'

const database = testDatabase()

it('fills a database to the size, with every starter once and an approval of each; a sync changes nothing', async () => {
  const { db } = database
  const content = await contentOnce()
  await fill(db, content, 400)
  const { rows } = await sql`
    select
      (select count(*)::int from products where status = 'approved') as listings,
      (select count(*)::int from products where source_kind = 'curated') as starters,
      (select count(*)::int from changelog where type = 'product_approved') as approvals,
      (select count(distinct approved_at)::int from products) as moments`.execute(db)
  const starters = content.listings.length
  expect(rows[0]).toEqual({ listings: 400, starters, approvals: 400, moments: 400 })
  expect(await syncContent(db, content)).toEqual({
    published: 0,
    corrected: 0,
    withdrawn: 0,
    left: [],
  })
})
