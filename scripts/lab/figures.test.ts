import { expect, it } from 'vitest'
import { rounded, tableOf } from './figures.ts'

it('a table has a cell for each heading, and no text of a cell ends it', () => {
  expect(tableOf(['read', 'rate', 'ratio'], [['list', '1,235/s', '2.1'], ['a | b\nc']])).toBe(
    [
      '| read | rate | ratio |',
      '| --- | --- | --- |',
      '| list | 1,235/s | 2.1 |',
      '| a \\| b c |  |  |',
    ].join('\n'),
  )
})

it('numbers keep three significant digits, and more of them from a hundred on', () => {
  expect([0.12345, 12.345, 1234.5].map(rounded)).toEqual(['0.123', '12.3', '1,235'])
})
