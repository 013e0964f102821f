import { expect, it } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { insertPending } from '#testing/builders.ts'
import { recordAction } from './audit.ts'

const database = testDatabase()

it('an action is recorded with actor, action, listing and time, in order', async () => {
  const { id: product_id } = await insertPending(database.db)
  await recordAction(database.db, {
    actor: 'ada',
    action: 'reject',
    product_id,
    detail: { reason: "It has no 'website' yet." },
  })
  await recordAction(database.db, { actor: 'grace', action: 'rebuild', product_id: null })
  const rows = await database.db.selectFrom('audit').selectAll().orderBy('id').execute()
  expect(rows).toEqual([
    {
      id: expect.any(String),
      at: expect.any(Date),
      actor: 'ada',
      action: 'reject',
      product_id,
      detail: { reason: "It has no 'website' yet." },
    },
    {
      id: expect.any(String),
      at: expect.any(Date),
      actor: 'grace',
      action: 'rebuild',
      product_id: null,
      detail: {},
    },
  ])
})

it('an action that is rolled back was never recorded', async () => {
  const attempt = database.db.transaction().execute(async (trx) => {
    await recordAction(trx, { actor: 'ada', action: 'undone', product_id: null })
    throw new Error('second thoughts')
  })
  await expect(attempt).rejects.toThrow('second thoughts')
  expect(
    await database.db.selectFrom('audit').select('id').where('action', '=', 'undone').execute(),
  ).toEqual([])
})
