import { beforeAll, expect, it } from 'vitest'
import { connect } from '#db/connection/connect.ts'
import { validSubmission } from '#testing/api.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, callIn, startersService, testService } from '#testing/service-parts.ts'

const database = testDatabase()
let service: TestService
beforeAll(async () => {
  service = await startersService(database.db)
})

// No test is about time. What takes time here is the database: in 400 calls each the medians were
// 14.6 and 14.0 ms on a busy machine.
it('the 404 of a pending listing needs as many queries as that of an unknown one', async () => {
  const { body } = await callIn(service, 'submit_product', '/submit', { body: validSubmission() })
  const pending = String(body['slug'])
  const unknown = pending.replace(/.$/, (last) => (last === 'q' ? 'r' : 'q'))
  // A pool that says how long it was waited for, and with that how often.
  let waits = 0
  const db = connect(database.url, { max: 1, onError: () => {}, onWait: () => waits++ })
  // The clock stands still, so that nobody's question is charged with what an instance follows.
  const now = new Date()
  const counted = await testService(db, { clock: () => now })
  const ask = async (slug: string) => {
    const before = waits
    const answer = await callIn(counted, 'get_product', `/products/${slug}?email=b%40c.example`)
    expect(answer.status).toBe(404)
    return waits - before
  }
  await ask(unknown)
  const asked = await ask(pending)
  expect(asked).toBeGreaterThanOrEqual(1)
  expect(await ask(unknown)).toBe(asked)
  await db.destroy()
})
