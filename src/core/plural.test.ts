import { expect, it } from 'vitest'
import { listed, plural } from './plural.ts'

it('counts one thing and several', () => {
  expect(plural(0, 'tool')).toBe('0 tools')
  expect(plural(1, 'tool')).toBe('1 tool')
  expect(plural(2.5, 'entry', 'entries')).toBe('2.5 entries')
})

it('joins texts with commas and a word before the last', () => {
  expect(listed([])).toBe('')
  expect(listed(['a'])).toBe('a')
  expect(listed(['a', 'b'])).toBe('a and b')
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c')
  expect(listed(['a', 'b', 'c'], 'or')).toBe('a, b or c')
})
