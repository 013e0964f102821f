import { beforeAll, expect, it } from 'vitest'
import { connect } from '#db/connect.ts'
import { validSubmission } from '#testing/api.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, callIn, startersService, testService } from '#testing/service-parts.ts'

const database = testDatabase()
let service: TestService
beforeAll(async () => {
  service = await startersService(database.db)
})

// 400 rounds gave 14.6 and 14.0 ms on a busy machine; a hundred are enough to see a difference.
const rounds = 100

it('a pending listing takes as many statements and as long to be a 404 as an unknown one', async () => {
  const { body } = await callIn(service, 'submit_product', '/submit', { body: validSubmission() })
  const pending = String(body['slug'])
  const unknown = pending.replace(/.$/, (last) => (last === 'q' ? 'r' : 'q'))
  // A pool that says how long it was waited for, and with that how often.
  let waits = 0
  const db = connect(database.url, { max: 1, onError: () => {}, onWait: () => waits++ })
  // The clock stands still, so that nobody's question is charged with what the overlay asks.
  const now = new Date()
  const counted = await testService(db, { clock: () => now })
  const measured = { pending: [] as number[], unknown: [] as number[] }
  const asked = { pending: 0, unknown: 0 }
  const ask = async (kind: 'pending' | 'unknown', slug: string) => {
    const [before, began] = [waits, performance.now()]
    const answer = await callIn(counted, 'get_product', `/products/${slug}?email=b%40c.example`)
    measured[kind].push(performance.now() - began)
    asked[kind] += waits - before
    expect(answer.status).toBe(404)
  }
  await counted.catalog.current()
  for (let round = 0; round < rounds; round++) {
    // In turns, and each as often first as second: what slows the machine slows both.
    const both = [() => ask('pending', pending), () => ask('unknown', unknown)]
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one()
  }
  await db.destroy()
  const [a, b] = [median(measured.pending), median(measured.unknown)]
  expect(asked.pending).toBe(asked.unknown)
  expect(asked.unknown).toBeGreaterThanOrEqual(rounds)
  expect(Math.abs(a - b) / Math.max(a, b)).toBeLessThan(0.25)
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
