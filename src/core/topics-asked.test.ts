import { describe, expect, it } from 'vitest'
import { topicsAsked, wordTopics } from './topics-asked.ts'
import type { Topic } from './topics.ts'

const topic = (slug: string, things: string[], acts: string[]): Topic => ({
  slug,
  name: slug,
  asks: [],
  things,
  acts,
  names: [],
  marks: [],
  categories: [],
})

const known = wordTopics([
  topic('mail', ['mail', 'inbox'], ['sort', 'reply']),
  topic('support', ['customer', 'ticket'], ['reply', 'answer']),
  topic('calls', ['call'], ['record', 'answer']),
])

function asked(question: string, taken: readonly string[] = []) {
  const words = question.split(' ')
  const free = words.map((word) => (taken.includes(word) ? null : word))
  return topicsAsked(words, free, known).map(({ topics, at }) => ({
    topics: topics.map(({ slug }) => slug),
    words: at.map((place) => words[place]),
  }))
}

describe('words that ask for a topic together', () => {
  it('are a thing and what is done with it, or two things, wherever they stand, by their stems', () => {
    expect(asked('sorting all my mails')).toEqual([
      { topics: ['mail'], words: ['sorting', 'mails'] },
    ])
    expect(asked('mail in my inbox')).toEqual([{ topics: ['mail'], words: ['mail', 'inbox'] }])
  })

  it('are never one word, the same word twice, or only what is done', () => {
    expect(asked('mail')).toEqual([])
    expect(asked('mail mails')).toEqual([])
    expect(asked('sort and reply')).toEqual([])
  })

  it('ask for the topic that has most of them, then for those of the others', () => {
    expect(asked('record calls and reply to mail in my inbox')).toEqual([
      { topics: ['mail'], words: ['reply', 'mail', 'inbox'] },
      { topics: ['calls'], words: ['record', 'calls'] },
    ])
  })

  it('tell more, the fewer topics have them', () => {
    const pages = ['shops', 'news'].map((slug) => topic(slug, ['page'], ['add']))
    const all = wordTopics([topic('panels', ['sidebar'], ['dock']), ...pages])
    const words = ['add', 'page', 'dock', 'sidebar']
    const [first, second] = topicsAsked(words, words, all)
    expect(first?.topics.map(({ slug }) => slug)).toEqual(['panels'])
    expect(second?.topics.map(({ slug }) => slug)).toEqual(['shops', 'news'])
  })

  it('ask for each of the topics that they fit alike', () => {
    expect(asked('reply customer mail')).toEqual([
      { topics: ['mail', 'support'], words: ['reply', 'customer', 'mail'] },
    ])
  })

  it('have one that asks for nothing by itself', () => {
    expect(asked('sort mail', ['sort', 'mail'])).toEqual([])
    expect(asked('sort mail', ['mail'])).toHaveLength(1)
  })

  it('say nothing when they fit more topics than three', () => {
    const many = wordTopics(['a', 'b', 'c', 'd'].map((slug) => topic(slug, ['mail'], ['sort'])))
    expect(topicsAsked(['sort', 'mail'], ['sort', 'mail'], many)).toEqual([])
  })
})
