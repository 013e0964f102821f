import { describe, expect, it } from 'vitest'
import { sampleTopic } from '#testing/sample-records.ts'
import { topicsHinted } from './topics-hinted.ts'

const meetings = sampleTopic('meetings', {
  asks: ['write the minutes of a call'],
  things: ['meeting'],
  acts: ['record', 'summarise'],
})
const alerts = sampleTopic('alerts', { asks: ['who is on call'], things: ['alert', 'incident'] })
// Enough others that a word of two topics is still rare.
const others = Array.from({ length: 20 }, (_, index) =>
  sampleTopic(`other-${index}`, { things: [`thing${index}`], acts: ['everywhere'] }),
)
const topics = [meetings, alerts, ...others]

const hinted = (question: string, word: string) => {
  const hint = topicsHinted(question.split(' '), topics).hintOf(word)
  return hint && { topics: hint.topics.map(({ slug }) => slug), isStrong: hint.isStrong }
}
const isSure = (question: string) => topicsHinted(question.split(' '), topics).isSure

describe('a word', () => {
  it('hints at the topics in whose phrases it stands, whatever its ending', () => {
    expect(hinted('recording calls', 'recording')).toEqual({
      topics: ['meetings'],
      isStrong: false,
    })
    expect(hinted('recording calls', 'calls')?.topics).toEqual(['meetings', 'alerts'])
    expect(hinted('recording calls', 'quokka')).toBeUndefined()
  })

  it('hints strongly at what it is a thing of', () => {
    expect(hinted('incidents at night', 'incidents')).toEqual({
      topics: ['alerts'],
      isStrong: true,
    })
  })

  it('hints at nothing when it is said for many topics', () => {
    expect(hinted('everywhere meeting', 'everywhere')).toBeUndefined()
  })

  it('hints at the likeliest three topics of the question alone', () => {
    const question = 'thing0 thing1 thing2 record'
    expect(hinted(question, 'thing2')?.topics).toEqual(['other-2'])
    expect(hinted(question, 'record')).toBeUndefined()
  })
})

describe('a question', () => {
  it('is sure of a topic by three words that hardly any other has', () => {
    expect(isSure('record and write minutes')).toBe(true)
    expect(hinted('record and write minutes', 'record')?.isStrong).toBe(true)
    expect(isSure('record minutes')).toBe(false)
    expect(isSure('record minutes everywhere')).toBe(false)
  })
})
