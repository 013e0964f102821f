import { describe, expect, it } from 'vitest'
import { spelled, spellingsOf } from './spelling.ts'

const known = spellingsOf(
  'evaluation evaluations application programmer flight contract contrast reviewer memory'.split(
    ' ',
  ),
)
const read = (word: string, written: readonly string[] = []) =>
  spelled(word, known, (one) => written.includes(one))

describe('the word that was meant', () => {
  it.each([
    ['evalution', 'evaluation'],
    ['aplication', 'application'],
    ['evalaution', 'evaluation'],
    ['evaluetion', 'evaluation'],
    ['memroy', 'memory'],
  ])('by %s is %s', (word, meant) => {
    expect(read(word)).toBe(meant)
  })

  it.each([
    ['programme', 'is the beginning of another'],
    ['flights', 'is another form of it'],
    ['contraxt', 'may be one of two'],
    ['nevaluation', 'begins with another letter'],
    ['evltion', 'has two slips'],
    ['memery', 'is short, and may be another word'],
    ['zzzzzzzz', 'is like none'],
  ])('stays %s, which %s', (word) => {
    expect(read(word)).toBe(word)
  })

  it('is what was typed where somebody writes it so', () => {
    expect(read('evalution', ['evalution'])).toBe('evalution')
  })
})
