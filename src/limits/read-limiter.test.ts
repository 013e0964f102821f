import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { readBuckets } from '#contract/limits.ts'
import { processReadLimiter } from './read-limiter.ts'

const secret = 'a secret of at least 32 characters, for tests'

function limiter(now?: () => number, counts?: SharedArrayBuffer) {
  return processReadLimiter({ policies: readBuckets, secret, counts, now: now ?? (() => 0) })
}

describe('the limiter of one process', () => {
  it('admits 120 catalogue reads and 30 searches a minute from one address, each by itself', async () => {
    const { take } = limiter()
    const tries = (bucket: 'catalogue_reads' | 'search_reads') =>
      Promise.all(Array.from({ length: 150 }, () => take(bucket, '203.0.113.7')))
    const passed = (taken: Awaited<ReturnType<typeof take>>[]) =>
      taken.filter((one) => !one!.isRefused).length
    expect(passed(await tries('catalogue_reads'))).toBe(120)
    expect(passed(await tries('search_reads'))).toBe(30)
    expect((await take('search_reads', '203.0.113.8'))!.isRefused).toBe(false)
  })

  it('reports the remaining reads, and a wait after which the next is admitted', async () => {
    let now = 5_000
    const { take } = limiter(() => now)
    const limit = { bucket: 'search_reads', tokens: 30, seconds: 60 }
    expect(await take('search_reads', 'a')).toEqual({
      isRefused: false,
      limit: { ...limit, remaining: 29, resetSeconds: 60 },
    })
    for (let times = 0; times < 29; times++) await take('search_reads', 'a')
    now += 30_100
    const refused = { isRefused: true, limit: { ...limit, remaining: 0, resetSeconds: 30 } }
    expect(await take('search_reads', 'a')).toEqual(refused)
    now += 30_000
    expect((await take('search_reads', 'a'))!.limit.remaining).toBe(29)
  })

  it('counts for all threads together, each request once, in the memory that they share', async () => {
    const counts = new SharedArrayBuffer(2 ** 20)
    const script = `
      const { parentPort, workerData } = require('node:worker_threads')
      import(workerData.file).then(async ({ processReadLimiter }) => {
        const { take } = processReadLimiter({ ...workerData, now: () => 0 })
        let passed = 0
        for (let times = 0; times < 5_000; times++)
          if (!(await take('catalogue_reads', 'a')).isRefused) passed++
        parentPort.postMessage(passed)
      })`
    const policies = { ...readBuckets, catalogue_reads: { tokens: 6_000, seconds: 60 } }
    const file = new URL('./read-limiter.ts', import.meta.url).href
    const passed = await Promise.all(
      Array.from({ length: 2 }, () => {
        const workerData = { file, policies, secret, counts }
        const worker = new Worker(script, { eval: true, workerData })
        return once(worker, 'message').then(([count]) => count as number)
      }),
    )
    expect(passed[0]! + passed[1]!).toBe(6_000)
    expect(passed.every((count) => count > 0)).toBe(true)
  })

  it('of a thousand clients a minute fewer than twenty share a slot with another', async () => {
    const { take } = limiter()
    const clients = Array.from({ length: 1_000 }, (_, client) => `2001:db8:0:${client}::/64`)
    const first = await Promise.all(clients.map((client) => take('search_reads', client)))
    expect(first.filter((one) => one!.limit.remaining < 29).length).toBeLessThan(20)
  })
})
