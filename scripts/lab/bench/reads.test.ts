import { expect, it } from 'vitest'
import { rounded } from './reads.ts'

it('numbers keep three significant digits, and more of them from a hundred on', () => {
  expect([0.12345, 12.345, 1234.5].map(rounded)).toEqual(['0.123', '12.3', '1,235'])
})
