import { describe, expect, it } from 'vitest'
import { toolsForTask } from './tools-for-task.ts'
import type { Topic } from './topics.ts'

const topic = (slug: string, marks: string[], more: Partial<Topic> = {}): Topic => ({
  slug,
  name: slug,
  asks: [],
  things: [],
  acts: [],
  names: [],
  marks,
  categories: [],
  ...more,
})
const web = topic('web-search', ['web search'])
const speech = topic('speech', [], { categories: ['voice-media'] })
const hosted = topic('self-hosted', ['self hosted'], { is_trait: true })
const topics = [web, speech, hosted]

const tool = (slug: string, product_count: number, description: string, category = 'other') => ({
  slug,
  name: slug,
  description,
  category,
  product_count,
})
const tools = [
  tool('searxng', 2, 'Self-hosted web search over many engines.'),
  tool('tavily', 9, 'Web search for agents.'),
  tool('cartesia', 4, 'Voices.', 'voice-media'),
  tool('hears-the-web', 1, 'Web search by voice.', 'voice-media'),
  tool('vite', 90, 'Builds pages.'),
]
const found = (...groups: Topic[][]) =>
  toolsForTask(
    groups.map((of) => ({ topics: of })),
    tools,
    topics,
  ).map(({ slug }) => slug)

describe('the tools for a task', () => {
  it('are described by its topic or are of its categories, the most used first', () => {
    expect(found([web])).toEqual(['tavily', 'searxng', 'hears-the-web'])
    expect(found([speech])).toEqual(['cartesia', 'hears-the-web'])
  })

  it('are those of most of its needs', () => {
    expect(found([web], [speech])).toEqual(['hears-the-web'])
    expect(found([web, speech])).toEqual(['tavily', 'cartesia', 'searxng', 'hears-the-web'])
  })

  it('are none for a trait, for no topic, and for something like what is named', () => {
    expect(found([hosted])).toEqual([])
    expect(found([])).toEqual([])
    expect(toolsForTask([{ topics: [web], isLike: true }], tools, topics)).toEqual([])
  })
})
