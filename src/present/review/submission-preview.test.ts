import { expect, it } from 'vitest'
import { sampleTopic } from '#testing/sample-records.ts'
import { submissionPreview } from './submission-preview.ts'

const topics = [sampleTopic('support', { name: 'Support' })]
const tools = [
  { slug: 'redis', name: 'Redis' },
  { slug: 'react', name: 'React' },
]

it('typed fields are shown as in a list, with names of tools and custom tools', () => {
  const typed = new URLSearchParams([
    ['name', ' Letter Box '],
    ['url', 'www.letters.example/start'],
    ['description', 'Answers letters.'],
    ['tool_slugs', 'react'],
    ['custom_tools', 'Quill\r\n\r\nAbacus'],
    ['topics', 'Support\r\nno such topic'],
    ['audience_tags', 'b2b'],
    ['qualification_type', 'agent_native'],
  ])
  expect(submissionPreview(typed, { tools, topics })).toEqual({
    slug: 'letter-box',
    topics: ['support'],
    name: 'Letter Box',
    description: 'Answers letters.',
    about: 'Agent-native · Companies',
    tools: ['React', 'Quill', 'Abacus'],
  })
})

it('what is wrong or missing is left out, and without a name there is nothing to show', () => {
  const typed = new URLSearchParams({ name: 'x', audience_tags: '?' })
  const empty = { slug: 'x', topics: [], description: '', about: '', tools: [] }
  expect(submissionPreview(typed, { tools, topics })).toMatchObject(empty)
  expect(submissionPreview(new URLSearchParams({ name: ' ' }), { tools, topics })).toBeUndefined()
})
