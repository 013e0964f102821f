import { expect, it } from 'vitest'
import { insertApproved, insertPending, insertRejected } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { setRows } from '#testing/rows.ts'
import { recordAction } from './audit.ts'
import { readDecisionTimes } from './decision-times.ts'

const database = testDatabase()
const hour = 3_600_000
const ago = (days: number) => new Date(Date.now() - days * 24 * hour)

/** Records an action on a listing, this many days ago. */
async function did(product_id: string, action: string, days: number) {
  await recordAction(database.db, { actor: 'ada', action, product_id })
  await setRows(database.db, 'audit', { product_id, action }, { at: ago(days) })
}

it('without a decision there is no median; with some it is the time to the first, in 90 days and in all', async () => {
  const { db } = database
  await insertPending(db, { created_at: ago(12.5) })
  expect(await readDecisionTimes(db)).toEqual({
    hours: null,
    recent_hours: null,
    recent: 0,
    ever: 0,
  })
  const decided = async (action: string, days: number, hours: number) => {
    const insert = action === 'approve' ? insertApproved : insertRejected
    const { id } = await insert(db, { created_at: new Date(ago(days).getTime() - hours * hour) })
    await did(id, 'submit', days)
    await did(id, action, days)
    return id
  }
  const restored = await decided('approve', 2, 10)
  await decided('approve', 3, 20)
  await decided('reject', 4, 60)
  await decided('reject', 100, 500)
  // Only the first decision counts, and files of content/ are no review.
  await did(restored, 'restore', 1)
  const curated = await insertApproved(db, { source_kind: 'curated', submitter_email: null })
  await did(curated.id, 'approve', 1)
  const { hours, recent_hours, ...counts } = await readDecisionTimes(db)
  expect(counts).toEqual({ recent: 3, ever: 4 })
  expect([hours, recent_hours]).toEqual([expect.closeTo(40), expect.closeTo(20)])
})
