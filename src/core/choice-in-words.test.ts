import { expect, it } from 'vitest'
import { choiceInWords } from './choice-in-words.ts'

const tools = [
  { slug: 'python', name: 'Python', aliases: ['py'] },
  { slug: 'claude', name: 'Claude', aliases: [] },
  { slug: 'claude-agent-sdk', name: 'Claude Agent SDK', aliases: [] },
]
const useCases = [{ slug: 'research' as const, phrases: ['deep research'] }]
const meant = (question: string) => choiceInWords(question, { tools, useCases })

it('a use case, a tool, an audience and a kind are read from one question', () => {
  expect(meant('agent-native deep research in Python for developers')).toEqual({
    use: 'research',
    kind: 'agent_native',
    for: 'for-developers',
    tool: 'python',
  })
})

it('an alias names its tool, and the longest name is taken', () => {
  expect(meant('py')).toEqual({ tool: 'python' })
  expect(meant('built on claude agent sdk')).toEqual({ tool: 'claude-agent-sdk' })
})

it('words that name no filter mean none', () => {
  expect(meant('wedding photographer')).toEqual({})
  expect(meant('')).toEqual({})
})
