import { describe, expect, it } from 'vitest'
import { circuit } from './circuit.ts'

function setUp() {
  let now = 0
  const outages: unknown[] = []
  const ask = circuit({ restMs: 5_000, now: () => now, onOutage: (error) => outages.push(error) })
  let calls = 0
  const well = () => ask(() => Promise.resolve(++calls))
  const ill = () => ask(() => Promise.reject(new Error(`ill ${++calls}`)))
  return { ask, well, ill, outages, calls: () => calls, pass: (ms: number) => (now += ms) }
}

describe('a service that may be unreachable', () => {
  it('is called every time while it answers', async () => {
    const { well, outages } = setUp()
    expect([await well(), await well()]).toEqual([1, 2])
    expect(outages).toEqual([])
  })

  it('is not called for a while after a failure, and called again then', async () => {
    const { well, ill, calls, pass } = setUp()
    expect(await ill()).toBeUndefined()
    pass(4_999)
    expect(await well()).toBeUndefined()
    expect(calls()).toBe(1)
    pass(1)
    expect(await well()).toBe(2)
    expect(await well()).toBe(3)
  })

  it('is reported once per outage, however long it is and however many calls there are', async () => {
    const { well, ill, outages, pass } = setUp()
    await Promise.all([ill(), ill(), ill()])
    for (let times = 0; times < 3; times++) {
      pass(5_000)
      await ill()
    }
    expect(outages).toEqual([new Error('ill 1')])
    pass(5_000)
    await well()
    await ill()
    expect(outages).toHaveLength(2)
  })

  it('is tried by one call alone: the others do not wait for it', async () => {
    const { ask, well, ill, calls, pass } = setUp()
    await ill()
    pass(5_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const trial = ask(() => promise)
    expect(await well()).toBeUndefined()
    expect(calls()).toBe(1)
    resolve('back')
    expect(await trial).toBe('back')
    expect(await well()).toBe(2)
  })

  it('is not back because of an answer to an earlier call', async () => {
    const { ask, well, ill } = setUp()
    const { promise, resolve } = Promise.withResolvers<string>()
    const early = ask(() => promise)
    await ill()
    resolve('early')
    expect(await early).toBe('early')
    expect(await well()).toBeUndefined()
  })
})
