import { describe, expect, it } from 'vitest'
import { type Topic, topicsIn } from './topics.ts'
import { wordGroups } from './word-groups.ts'

const topic = (slug: string, part: Partial<Topic>): Topic => ({
  slug,
  name: slug,
  asks: [],
  names: [],
  marks: ['traces agents'],
  categories: [],
  ...part,
})
const tracing = topic('tracing', { asks: ['tracing', 'LLM tracing'], names: ['LangSmith'] })
const support = topic('support', { asks: ['help desk'], marks: ['customer support'] })
const known = {
  topics: [tracing, support],
  useCases: [{ slug: 'support' as const, phrases: ['help desk', 'live chat'] }],
}

const told = (question: string, more = {}) =>
  wordGroups(question, { ...known, ...more }).map(({ words, topics, useCase, factor }) => ({
    said: words.join(' '),
    topics: topics.map(({ slug }) => slug),
    useCase,
    factor,
  }))

const plain = { topics: [], useCase: null, factor: 1 }

describe('a question', () => {
  it('is split into the longest phrases that people say, and each other word for itself', () => {
    expect(told('LLM-Tracing for Ruby')).toEqual([
      { said: 'llm tracing', topics: ['tracing'], useCase: null, factor: 2 },
      { ...plain, said: 'for' },
      { ...plain, said: 'ruby' },
    ])
  })

  it('has a phrase that is both a topic and a use case as one group of both', () => {
    expect(told('help desk')).toEqual([
      { said: 'help desk', topics: ['support'], useCase: 'support', factor: 2 },
    ])
    expect(told('live chat')).toEqual([
      { ...plain, said: 'live chat', useCase: 'support', factor: 2 },
    ])
  })

  it('lets words of every question count little', () => {
    expect(told('best open tool').map(({ factor }) => factor)).toEqual([0.15, 0.15, 0.15])
  })

  it('takes a name for its topic only where something like it is asked for', () => {
    expect(told('langsmith')).toEqual([{ ...plain, said: 'langsmith' }])
    expect(told('LangSmith alternative')[0]).toMatchObject({ topics: ['tracing'] })
  })

  it('takes what is listed for its topics where something like it is asked for', () => {
    const topicsOfNamed = (key: string) => (key === 'opendesk' ? [support] : [])
    expect(told('alternative to Open Desk', { topicsOfNamed })).toMatchObject([
      { said: 'alternative' },
      { said: 'to' },
      { said: 'open desk', topics: ['support'] },
    ])
    expect(told('open desk', { topicsOfNamed })).toMatchObject([{ topics: [] }, { topics: [] }])
  })

  it('has each group once, and at most 24 words', () => {
    expect(told('tracing tracing')).toHaveLength(1)
    expect(told(Array.from({ length: 60 }, (_, index) => `w${index}`).join(' '))).toHaveLength(24)
    expect(told('?!')).toEqual([])
  })
})

describe('the topics in a text', () => {
  it('are those of which a mark stands in it, word by word', () => {
    expect(topicsIn('Traces agents.', known.topics)).toEqual([tracing])
    expect(topicsIn('It retraces agents.', known.topics)).toEqual([])
  })
})
