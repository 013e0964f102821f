import { beforeEach, expect, it } from 'vitest'
import type { Db } from '#db/connection/connect.ts'
import { recordAction } from '#db/queries/audit.ts'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { reviewTime } from './review-time.ts'

const database = testDatabase()
const hour = 3_600_000
const failed: string[] = []
const log = (message: string) => failed.push(message)

beforeEach(async () => {
  for (const table of ['audit', 'products'] as const) await database.db.deleteFrom(table).execute()
  failed.length = 0
})

it('the review time is shown from the fifth decision on', async () => {
  const { db } = database
  for (const hours of [1, 2, 30, 40]) await decided(db, hours)
  expect(await reviewTime({ db, log })).toContain('Too few were decided on')
  await decided(db, 50)
  expect(await reviewTime({ db, log })).toBe(
    'Half of those of the last 90 days were decided on within 30 hours.',
  )
  expect(failed).toEqual([])
})

it('is left out, and the failure logged, when the database does not answer', async () => {
  const { db } = database
  await db.schema.alterTable('audit').renameTo('audit_away').execute()
  try {
    expect(await reviewTime({ db, log })).toBeUndefined()
  } finally {
    await db.schema.alterTable('audit_away').renameTo('audit').execute()
  }
  expect(failed).toEqual(['the time that reviews take could not be read'])
})

/** A submission that an editor decided on after so many hours, an hour ago. */
async function decided(db: Db, hours: number) {
  const at = new Date(Date.now() - hour)
  const { id } = await insertApproved(db, {
    created_at: new Date(at.getTime() - hours * hour),
  })
  await recordAction(db, { actor: 'ada', action: 'approve', product_id: id })
  await db.updateTable('audit').set({ at }).where('product_id', '=', id).execute()
}
