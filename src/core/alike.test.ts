import { describe, expect, it } from 'vitest'
import { alike, askedBy, phrasesWith, toldBy } from './alike.ts'

const likeness = (question: string, ...texts: string[]) =>
  alike(askedBy(question.split(' ')), toldBy(texts))

describe('how a question is like what people ask for', () => {
  it('is 1 for the same words in any order and any form, without those of every question', () => {
    expect(likeness('clips from my podcasts', 'an AI tool for podcast clips')).toBeCloseTo(1)
  })

  it('is the cosine of both, by the text that is most like it', () => {
    expect(likeness('clips of webinars', 'long webinar into clips', 'podcast')).toBeCloseTo(1)
    expect(likeness('webinar clips captions', 'podcast clips')).toBeCloseTo(1 / Math.sqrt(6))
    expect(
      likeness('webinar clips captions', 'podcast clips', 'captions of a webinar'),
    ).toBeCloseTo(2 / Math.sqrt(6))
  })

  it('is 0 without a common word, without texts, and for a question that says nothing', () => {
    expect(likeness('recipes', 'podcast clips')).toBe(0)
    expect(likeness('recipes')).toBe(0)
    expect(likeness('the best ai tool', 'the best ai tool')).toBe(0)
  })
})

describe('the phrases that have some words', () => {
  const phrases = ['podcast clips', 'captions for a webinar', 'webinar clips with captions']

  it.each([
    { words: ['clip', 'webinars'], found: ['webinar clips with captions'] },
    { words: ['podcasts', 'caption'], found: ['podcast clips', 'captions for a webinar'] },
    { words: ['podcast', 'recipe'], found: [] },
    { words: [], found: [] },
  ])('of $words are $found', ({ words, found }) => {
    expect(phrasesWith(words, phrases)).toEqual(found)
  })
})
