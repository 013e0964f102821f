import { expect, it } from 'vitest'
import { listed, plural } from './plural.ts'

it('counts nouns, and joins texts with a word before the last', () => {
  expect([0, 1, 2.5].map((count) => plural(count, 'day'))).toEqual(['0 days', '1 day', '2.5 days'])
  expect(plural(2, 'entry', 'entries')).toBe('2 entries')
  expect([listed([]), listed(['a']), listed(['a', 'b'])]).toEqual(['', 'a', 'a and b'])
  expect(listed(['a', 'b', 'c'], 'or')).toBe('a, b or c')
})
