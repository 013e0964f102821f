import { expect, it } from 'vitest'
import { Gate } from './gate.ts'

it('admits as many as there are places, and the others in order of arrival', async () => {
  const gate = new Gate(2)
  const first = (await gate.enter())!
  const second = (await gate.enter())!
  const order: string[] = []
  const third = gate.enter().then((leave) => (order.push('third'), leave!))
  const fourth = gate.enter().then((leave) => (order.push('fourth'), leave!))
  await Promise.resolve()
  expect(order).toEqual([])
  second()
  await third
  expect(order).toEqual(['third'])
  first()
  await fourth
  expect(order).toEqual(['third', 'fourth'])
})

it('a place that is given back twice is one place', async () => {
  const gate = new Gate(1)
  const leave = (await gate.enter())!
  leave()
  leave()
  await gate.enter()
  expect(await gate.enter(0)).toBeUndefined()
})

it('a caller that gave up takes no place when one becomes free', async () => {
  const gate = new Gate(1)
  const leave = (await gate.enter())!
  expect(await gate.enter(0)).toBeUndefined()
  leave()
  expect(await gate.enter(0)).toBeTypeOf('function')
})
