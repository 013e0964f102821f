import { expect, it } from 'vitest'
import { isLevel } from './soak.ts'

it('memory is level when its last third needs no more than the third before it', () => {
  const leaking = Array.from({ length: 12 }, (_, step) => 802 + (step * (1086 - 802)) / 11)
  const level = [380, 609, 642, 647, 675, 676, 676, 683, 677, 683, 677, 677]
  expect([isLevel(leaking), isLevel(level)]).toEqual([false, true])
  expect(isLevel(Array<null>(12).fill(null))).toBe(true)
})
