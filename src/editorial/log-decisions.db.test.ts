import { expect, it } from 'vitest'
import { recordAction } from '#db/queries/audit.ts'
import { insertPending } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { decisionLog } from './log-decisions.ts'

const database = testDatabase()

it('a decision is written once, by its editor, action and slug, and none of before the start', async () => {
  const { db } = database
  const written: object[] = []
  const act = (actor: string, action: string) =>
    recordAction(db, { actor, action, product_id: null })
  await act('grace', 'restrict')
  const look = decisionLog(db, (decision) => written.push(decision))
  await look()
  expect(written).toEqual([])
  const { id: product_id, slug } = await insertPending(db)
  await recordAction(db, { actor: 'ada@example.com', action: 'approve', product_id })
  await act('owner', 'revise')
  await act('submitter', 'submit')
  await look()
  await look()
  expect(written).toEqual([{ actor: '<address>', action: 'approve', slug }])
})

it('many more than are read again are each written once', async () => {
  const written: (string | null)[] = []
  const look = decisionLog(database.db, ({ action }) => written.push(action))
  await look()
  for (let n = 0; n < 250; n++) {
    await recordAction(database.db, { actor: 'grace', action: `step ${n}`, product_id: null })
    if (n % 40 === 0) await look()
  }
  await look()
  expect(written).toEqual(Array.from({ length: 250 }, (_, n) => `step ${n}`))
})
