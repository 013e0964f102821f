import { describe, expect, it } from 'vitest'
import { readBuckets } from '#contract/limits.ts'
import { processReadLimiter } from './read-limiter.ts'

function limiter(now = () => 0) {
  return processReadLimiter(readBuckets, now)
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

  it('tells what is left, and a wait after which the next is admitted', async () => {
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

  it('keeps no more than 20,000 clients, those whose minute is over the least', async () => {
    let now = 0
    const { take } = limiter(() => now)
    for (let times = 0; times < 30; times++) await take('search_reads', 'old')
    now = 30_000
    for (let times = 0; times < 30; times++) await take('search_reads', 'young')
    now = 61_000
    for (let client = 0; client < 19_999; client++) await take('search_reads', `client ${client}`)
    expect((await take('search_reads', 'young'))!.isRefused).toBe(true)
    for (let client = 0; client < 20_000; client++) await take('search_reads', `other ${client}`)
    expect((await take('search_reads', 'young'))!.isRefused).toBe(false)
  })
})
