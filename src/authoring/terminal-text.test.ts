import { describe, expect, it } from 'vitest'
import { age, onOneLine, wrapped } from './terminal-text.ts'

describe('text on a terminal', () => {
  it('is not obeyed and ends no line', () => {
    expect(onOneLine('a\u001b[2Jb\u202ec\nd ')).toBe('a\\u001b[2Jb\\u202ec d')
  })

  it('a long line is broken between words, a longer word where it ends', () => {
    expect(wrapped('Answers letters while you sleep', 16)).toEqual([
      'Answers letters',
      'while you sleep',
    ])
    expect(wrapped('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(wrapped('手紙箱', 4)).toEqual(['手紙', '箱'])
    expect(wrapped('', 4)).toEqual([''])
  })

  it.each([
    ['2026-05-15T12:00:00Z', '3 d'],
    ['2026-05-18T07:00:01Z', '4 h'],
    ['2026-05-18T11:58:00Z', '2 min'],
    ['2026-05-18T11:59:59Z', '<1 min'],
    ['2026-05-18T12:00:05Z', '<1 min'],
  ])('%s is %s ago', (since, words) => {
    expect(age(new Date(since), new Date('2026-05-18T12:00:00Z'))).toBe(words)
  })
})
