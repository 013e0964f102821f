import { describe, expect, it } from 'vitest'
import { circuit } from './circuit.ts'

function setUp() {
  let now = 0
  const told: unknown[] = []
  const ask = circuit({ restMs: 5_000, now: () => now, onOutage: (error) => told.push(error) })
  let asked = 0
  const well = () => ask(() => Promise.resolve(++asked))
  const ill = () => ask(() => Promise.reject(new Error(`ill ${++asked}`)))
  return { ask, well, ill, told, asked: () => asked, pass: (ms: number) => (now += ms) }
}

describe('somebody who may be away', () => {
  it('is asked every time while they answer', async () => {
    const { well, told } = setUp()
    expect([await well(), await well()]).toEqual([1, 2])
    expect(told).toEqual([])
  })

  it('is left alone for a while after a failure, and asked again then', async () => {
    const { well, ill, asked, pass } = setUp()
    expect(await ill()).toBeUndefined()
    pass(4_999)
    expect(await well()).toBeUndefined()
    expect(asked()).toBe(1)
    pass(1)
    expect(await well()).toBe(2)
    expect(await well()).toBe(3)
  })

  it('is told of once an outage, however long it is and however many ask', async () => {
    const { well, ill, told, pass } = setUp()
    await Promise.all([ill(), ill(), ill()])
    for (let times = 0; times < 3; times++) {
      pass(5_000)
      await ill()
    }
    expect(told).toEqual([new Error('ill 1')])
    pass(5_000)
    await well()
    await ill()
    expect(told).toHaveLength(2)
  })

  it('is tried by one call alone: the others do not wait for it', async () => {
    const { ask, well, ill, asked, pass } = setUp()
    await ill()
    pass(5_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const trial = ask(() => promise)
    expect(await well()).toBeUndefined()
    expect(asked()).toBe(1)
    resolve('back')
    expect(await trial).toBe('back')
    expect(await well()).toBe(2)
  })

  it('is not back because of an answer to what was asked before', async () => {
    const { ask, well, ill } = setUp()
    const { promise, resolve } = Promise.withResolvers<string>()
    const early = ask(() => promise)
    await ill()
    resolve('early')
    expect(await early).toBe('early')
    expect(await well()).toBeUndefined()
  })
})
