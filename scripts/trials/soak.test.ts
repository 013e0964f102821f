import { expect, it } from 'vitest'
import { isLevel } from './soak.ts'

it('memory is level when the last third of the time needs no more than the third before it', () => {
  // Of ten minutes each: as it grew when what the embedded database answered was kept, and since.
  const leaking = Array.from({ length: 12 }, (_, step) => 802 + (step * (1086 - 802)) / 11)
  const mended = [380, 609, 642, 647, 675, 676, 676, 683, 677, 683, 677, 677]
  expect([isLevel(leaking), isLevel(mended)]).toEqual([false, true])
  expect(isLevel(Array<null>(12).fill(null))).toBe(true)
})
