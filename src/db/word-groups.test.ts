import { describe, expect, it } from 'vitest'
import { relevanceOf, worthOf } from './word-groups.ts'

const asked = { topicWords: ['listingtopicmeetings'], by: 'asked' } as const
const none = { topicWords: [], by: 'asked' } as const

describe('the worth of a group', () => {
  it('is that of the text in which it stands, and of a topic more than of longer texts', () => {
    expect(worthOf({ stands: 'D', on_topic: false }, none, false)).toBe(0.4)
    expect(worthOf({ stands: '-', on_topic: true }, asked, false)).toBe(0.85)
    expect(worthOf({ stands: 'C', on_topic: true }, asked, false)).toBe(0.95)
    expect(worthOf({ stands: '-', on_topic: false }, asked, false)).toBe(0)
  })

  it('is less for a topic that only the longer texts mention, but not for a word that hints at one', () => {
    expect(worthOf({ stands: 'D', on_topic: false }, asked, false)).toBe(0.25)
    expect(worthOf({ stands: 'D', on_topic: false }, { ...asked, by: 'weak' }, false)).toBe(0.4)
  })

  it('is less for a topic that is hinted at than for one that is asked for', () => {
    const alone = { stands: '-', on_topic: true } as const
    expect(worthOf(alone, { ...asked, by: 'strong' }, false)).toBe(0.65)
    expect(worthOf(alone, { ...asked, by: 'weak' }, false)).toBe(0.5)
  })
})

describe('the relevance of candidates', () => {
  const known = { weight: 4, need: 4, by: 'asked', worth: 1, stands: 'C' } as const
  const rest = { weight: 6, need: 1, by: 'asked', worth: 0, stands: '-' } as const
  const said = { ...rest, worth: 0.8, stands: 'C' } as const

  it('is the matched weight over all weight where each word is needed', () => {
    const other = { ...known, worth: 0, stands: '-' } as const
    const found = relevanceOf([known, known], [[known, other]])
    expect(found).toEqual([{ relevance: 0.5, share: 0.5 }])
  })

  it('is ordered by words that nobody knows, and measured by what is needed', () => {
    const found = relevanceOf(
      [known, rest],
      [
        [known, rest],
        [known, said],
      ],
    )
    // The best has 4.8 of the 5 that are needed; the other matches 4 of its 8.8.
    expect(found[1]!.relevance).toBeCloseTo(0.96)
    expect(found[0]!.relevance).toBeCloseTo((0.96 * 4) / 8.8)
    expect(found[0]!.share).toBeCloseTo(0.8)
  })

  it('is 0.3 at least for the best of a question that is sure', () => {
    const far = { ...known, worth: 0.1 }
    expect(relevanceOf([known, rest], [[far, rest]])[0]!.relevance).toBeCloseTo(0.3)
    expect(relevanceOf([known, known], [[far, far]])[0]!.relevance).toBeCloseTo(0.1)
  })

  it('takes a weak hint for no part of the question that is touched', () => {
    const weak = { ...known, by: 'weak', worth: 0.5, stands: '-' } as const
    expect(relevanceOf([known, weak], [[known, weak]])[0]!.share).toBe(0.5)
    const strong = { ...weak, by: 'strong' } as const
    expect(relevanceOf([known, strong], [[known, strong]])[0]!.share).toBe(1)
  })

  it('is nothing without candidates, and without words', () => {
    expect(relevanceOf([known], [])).toEqual([])
    expect(relevanceOf([], [[]])).toEqual([{ relevance: 0, share: 0 }])
  })
})
