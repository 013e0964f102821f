import { describe, expect, it } from 'vitest'
import { spelled, spellingsOf } from './spelling.ts'

const known = spellingsOf(
  'evaluation evaluations application programmer flight contract contrast reviewer'.split(' '),
)
const read = (word: string, written: readonly string[] = []) =>
  spelled(word, known, (one) => written.includes(one))

describe('the word that was meant', () => {
  it.each([
    ['evalution', 'evaluation'],
    ['aplication', 'application'],
    ['evalaution', 'evaluation'],
    ['evaluetion', 'evaluation'],
  ])('by %s is %s', (word, meant) => {
    expect(read(word)).toBe(meant)
  })

  it.each([
    ['programme', 'is the beginning of another'],
    ['flights', 'is another form of it'],
    ['contraxt', 'may be one of two'],
    ['nevaluation', 'begins with another letter'],
    ['evltion', 'has two slips'],
    ['flihgt', 'is short'],
    ['zzzzzzzz', 'is like none'],
  ])('stays %s, which %s', (word) => {
    expect(read(word)).toBe(word)
  })

  it('is what was typed where somebody writes it so', () => {
    expect(read('evalution', ['evalution'])).toBe('evalution')
  })
})
