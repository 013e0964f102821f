import { describe, expect, it } from 'vitest'
import { sampleTopic } from '#testing/sample-records.ts'
import { type Topic, topicsIn } from './topics.ts'
import { wordGroups } from './word-groups.ts'

const topic = (slug: string, part: Partial<Topic>) =>
  sampleTopic(slug, { marks: ['traces agents'], ...part })
const tracing = topic('tracing', { asks: ['tracing', 'LLM tracing'], names: ['LangSmith'] })
const support = topic('support', { asks: ['help desk'], marks: ['customer support'] })
const known = {
  topics: [tracing, support],
  useCases: [{ slug: 'support' as const, phrases: ['help desk', 'live chat'] }],
}

const told = (question: string, more = {}) =>
  wordGroups(question, { ...known, ...more }).map(({ words, topics, useCase, factor, need }) => ({
    said: words.join(' '),
    topics: topics.map(({ slug }) => slug),
    useCase,
    factor,
    need,
  }))

const plain = { topics: [], useCase: null, factor: 1, need: 1 }

describe('a question', () => {
  it('is split into the longest phrases that people say, and each other word for itself', () => {
    expect(told('LLM-Tracing for Ruby')).toEqual([
      { said: 'llm tracing', topics: ['tracing'], useCase: null, factor: 1.2, need: 1.2 },
      { ...plain, said: 'for', need: 0.3 },
      { ...plain, said: 'ruby', need: 0.3 },
    ])
  })

  it('has a phrase that is both a topic and a use case as one group of both', () => {
    expect(told('help desk')).toEqual([
      { said: 'help desk', topics: ['support'], useCase: 'support', factor: 1.2, need: 1.2 },
    ])
    expect(told('live chat')).toEqual([
      { ...plain, said: 'live chat', useCase: 'support', factor: 1.2, need: 1.2 },
    ])
  })

  it('lets words of every question count little', () => {
    expect(told('best open tool').map(({ factor }) => factor)).toEqual([0.15, 0.15, 0.15])
  })

  it('takes a name for its topic only where something like it is asked for', () => {
    expect(told('langsmith')).toEqual([{ ...plain, said: 'langsmith' }])
    expect(told('LangSmith alternative')).toMatchObject([
      // Its name is known, since it is no alternative to itself.
      { said: 'langsmith', topics: [], factor: 0 },
      { topics: ['tracing'] },
      { said: 'alternative' },
    ])
  })

  it('does not want what "without" names, up to where the sentence goes on', () => {
    const unwanted = { topics: [], useCase: null, factor: 0, need: 0 }
    expect(told('help desk without a chat bot in Ruby')).toMatchObject([
      { ...unwanted, said: 'chat bot' },
      { said: 'help desk' },
      { said: 'in' },
      { said: 'ruby' },
    ])
    expect(told('desk without one two three four')).toMatchObject([
      { ...unwanted, said: 'one two three' },
      { said: 'desk' },
      { said: 'four' },
    ])
    // Nothing else is asked for.
    expect(told('without chat').map(({ said }) => said)).toEqual(['without', 'chat'])
  })

  it('asks for what is to be done for one: "without writing letters"', () => {
    expect(told('desk without writing letters').map(({ said }) => said)).toEqual([
      'desk',
      'without',
      'letters',
    ])
  })

  it('asks for what people say for a topic with "without"', () => {
    const safe = topic('safe', { asks: ['without a cloud'] })
    const asked = wordGroups('desk without a cloud', { ...known, topics: [safe] })
    expect(asked.map(({ words }) => words.join(' '))).toEqual(['desk', 'without a cloud'])
  })

  it('lets a trait alone make no alternative', () => {
    const hosted = topic('hosted', { asks: ['self hosted'], is_trait: true })
    const more = { topics: [tracing, hosted] }
    const needs = (question: string) => told(question, more).map(({ said, need }) => [said, need])
    expect(needs('LangSmith alternative self-hosted')).toContainEqual(['self hosted', 0.6])
    expect(needs('tracing self-hosted')).toContainEqual(['self hosted', 1.2])
  })

  it('takes what is listed for its topics where something like it is asked for', () => {
    const topicsOfNamed = (key: string) => (key === 'opendesk' ? [support] : [])
    expect(told('alternative to Open Desk', { topicsOfNamed })).toMatchObject([
      { said: 'open desk', topics: [], factor: 0 },
      { said: 'alternative' },
      { said: 'to' },
      // What is made with it, or speaks of it, is nothing like it.
      { said: 'listingtopicnone', topics: ['support'] },
    ])
    expect(told('open desk', { topicsOfNamed })).toMatchObject([{ topics: [] }, { topics: [] }])
  })

  it('finds a phrase by the stems of its words, with or without my, the and a', () => {
    const asks = ['review my pull requests', 'review']
    const topics = [topic('reviews', { asks })]
    expect(told('reviewing the pull request', { topics })).toContainEqual(
      expect.objectContaining({ said: 'reviewing the pull request', topics: ['reviews'] }),
    )
    // One word is loose enough as it is.
    expect(told('reviewing', { topics })).toEqual([{ ...plain, said: 'reviewing' }])
  })

  it('asks for a topic by a thing and what is done with it, wherever they stand', () => {
    const topics = [topic('mail', { things: ['mail', 'inbox'], acts: ['sort', 'reply'] })]
    expect(told('sorting what comes as mail', { topics })).toMatchObject([
      { said: 'sorting', topics: [] },
      { said: 'what' },
      { said: 'comes' },
      { said: 'as' },
      { said: 'mail', topics: ['mail'], factor: 1.2 },
    ])
    expect(told('mail from Canada', { topics })).toMatchObject([{ topics: [] }, {}, {}])
    expect(told('sort and reply', { topics })).toMatchObject([{ topics: [] }, {}, {}])
  })

  it('is not lost to words that nobody knows when others say for sure what is asked for', () => {
    const rest = (question: string, more = {}) =>
      told(question, more)
        .filter(({ topics }) => topics.length === 0)
        .reduce((sum, { need }) => sum + need, 0)
    expect(rest('llm tracing quokka wombat numbat')).toBeCloseTo(0.6)
    expect(rest('tracing quokka wombat numbat')).toBe(3)
    // A tool is asked for itself.
    expect(rest('llm tracing quokka', { isTool: (word: string) => word === 'quokka' })).toBe(1)
  })

  it('has the name of a tool of several words as one group', () => {
    const isTool = (name: string) => name === 'desk buddy'
    expect(told('tracing with Desk Buddy', { isTool }).map(({ said }) => said)).toEqual([
      'tracing',
      'with',
      'desk buddy',
    ])
    // What people say for a topic is that topic.
    expect(told('help desk', { isTool: () => true })[0]).toMatchObject({ topics: ['support'] })
  })

  it('reads a word that nobody writes as the word that was meant, where others tell of it', () => {
    const isWritten = (word: string) => word === 'tracking'
    expect(told('llm trcaing quokka', { isWritten })[0]).toMatchObject({ said: 'llm tracing' })
    // "LLM" is in questions of every kind; it tells that no name is asked for all the same.
    expect(told('llm trcaing', { isWritten })[0]).toMatchObject({ said: 'llm tracing' })
    expect(told('llm tracking quokka', { isWritten })[1]).toMatchObject({ said: 'tracking' })
    // One word alone is looked for among names.
    expect(told('trcaing', { isWritten })[0]).toMatchObject({ said: 'trcaing' })
    expect(told('llm trcaing')[1]).toMatchObject({ said: 'trcaing' })
  })

  it('is ordered by the words that nobody knows as by any other', () => {
    expect(told('llm tracing quokka wombat').map(({ factor }) => factor)).toEqual([1.2, 1, 1])
  })

  it('hints at topics by words that ask for none, and needs them where nothing else is asked for', () => {
    const topics = [
      topic('meetings', { asks: ['meeting notes'], things: ['minutes'], acts: ['record'] }),
      topic('video', { things: ['camera'], acts: ['record'] }),
    ]
    const hints = (question: string) =>
      wordGroups(question, { ...known, topics }).map(({ words, by, need, topicWords }) => ({
        said: words.join(' '),
        by,
        need,
        topicWords,
      }))
    const ofMeetings = ['listingtopicmeetings']
    const both = ['listingtopicmeetings', 'listingtopicvideo']
    expect(hints('record my fish')).toEqual([
      { said: 'record', by: 'weak', need: 1, topicWords: both },
      { said: 'my', by: 'asked', need: 0.15, topicWords: [] },
      { said: 'fish', by: 'asked', need: 1, topicWords: [] },
    ])
    expect(hints('meeting notes minutes')).toEqual([
      { said: 'meeting notes', by: 'asked', need: 1.2, topicWords: ofMeetings },
      { said: 'minutes', by: 'strong', need: 0.6, topicWords: ofMeetings },
    ])
    // One word alone may mean anything, and the name of a tool means the tool.
    expect(hints('record')[0]!.topicWords).toEqual([])
    const isTool = (word: string) => word === 'record'
    expect(wordGroups('record fish', { ...known, topics, isTool })[0]!.topicWords).toEqual([])
  })

  it('has no topic of a single word that belongs to what is asked for', () => {
    const topics = [
      topic('learning', { asks: ['quiz me'], things: ['exam'], acts: ['biology'] }),
      topic('science', { asks: ['biology'] }),
    ]
    expect(told('quiz me before my biology exam', { topics }).map((one) => one.topics)).toEqual([
      ['learning'],
      [],
      [],
      [],
      ['learning'],
    ])
  })

  it('tells listings of one topic apart by the words of a long phrase', () => {
    const topics = [topic('editors', { asks: ['extension that edits code'] })]
    expect(told('extension that edits code', { topics })).toMatchObject([
      { said: 'extension', topics: [], factor: 0.1 },
      { said: 'edits', topics: [], factor: 0.1 },
      { said: 'code', topics: [], factor: 0.1 },
      { said: 'extension that edits code', topics: ['editors'] },
    ])
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
