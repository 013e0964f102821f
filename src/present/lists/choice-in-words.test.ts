import { expect, it } from 'vitest'
import { choiceInWords, toolsInWords } from './choice-in-words.ts'

const tools = [
  { slug: 'python', name: 'Python', aliases: ['py'] },
  { slug: 'livekit', name: 'LiveKit', aliases: ['livekit agents'] },
  { slug: 'ruby-on-rails', name: 'Ruby on Rails', aliases: ['rails'] },
  { slug: 'claude', name: 'Claude', aliases: [] },
  { slug: 'claude-agent-sdk', name: 'Claude Agent SDK', aliases: [] },
]
const useCases = [
  { slug: 'research' as const, phrases: ['deep research'] },
  { slug: 'voice' as const, phrases: ['voice agent'] },
]
const meant = (question: string) => choiceInWords(question, { tools, useCases })

it('a use case, a tool, an audience and a kind are read from one question', () => {
  expect(meant('agent-native deep research in Python for developers')).toEqual({
    use: 'research',
    kind: 'agent_native',
    for: 'for-developers',
    tool: ['python'],
  })
})

it('an alias names its tool, and the longest name is taken', () => {
  expect(meant('py')).toEqual({ tool: ['python'] })
  expect(meant('built on claude agent sdk')).toEqual({ tool: ['claude-agent-sdk'] })
})

it('open source is read as a filter, and the name of a licence as none', () => {
  expect(meant('open-source deep research')).toEqual({ use: 'research', licence: 'open_source' })
  expect(meant('MIT licensed deep research')).toEqual({ use: 'research' })
})

it('several tools are one filter, in the order of its address', () => {
  expect(meant('rails, py and livekit')).toEqual({ tool: ['livekit', 'python', 'ruby-on-rails'] })
})

it('words that only join the others mean nothing', () => {
  const voice = { use: 'voice', tool: ['livekit'] }
  for (const question of [
    'voice livekit',
    'voice agent built on LiveKit',
    'a voice agent, built with LiveKit',
    'voice agents using livekit for phone calls',
  ])
    expect(meant(question)).toEqual(voice)
  expect(meant('agent-built voice livekit')).toEqual({ ...voice, kind: 'agent_built' })
})

it('every tool that the words name is found, once and in their order', () => {
  const named = (question: string) => toolsInWords(question, tools).map(({ slug }) => slug)
  expect(named('Rails, py, Python and Claude Agent SDK')).toEqual([
    'ruby-on-rails',
    'python',
    'claude-agent-sdk',
  ])
  // The words of a longer name name nothing else.
  expect(named('claude agent sdk or claude')).toEqual(['claude-agent-sdk', 'claude'])
  expect(named('wedding photographer')).toEqual([])
  expect(named('')).toEqual([])
})

it('words that name no filter mean none', () => {
  expect(meant('wedding photographer')).toEqual({})
  expect(meant('')).toEqual({})
})
