import { expect, it } from 'vitest'
import { type UseWithToolFacts, useWithToolWords } from './use-with-tool-words.ts'

const facts: UseWithToolFacts = {
  use: 'research',
  tool: 'LangGraph',
  count: 12,
  ofUse: 48,
  ofTool: 20,
  total: 200,
  everyTool: 9,
  openSource: 12,
  together: [
    { slug: 'python', name: 'Python', count: 11 },
    { slug: 'redis', name: 'Redis', count: 2 },
  ],
}
const words = (part: Partial<UseWithToolFacts>) => useWithToolWords({ ...facts, ...part })

it('says how many they are, of how many, and whether that is more than elsewhere', () => {
  expect(words({}).share).toBe(
    '12 of 48 listings for research are built with LangGraph: 25\u00a0%, more common for research than elsewhere (10\u00a0% of all listings).',
  )
  expect(words({}).brief).toBe('LangGraph in 12 of 48 listings for research')
  expect(words({ ofTool: 120 }).share).toContain('rarer for research than elsewhere (60\u00a0% of')
  expect(words({ ofTool: 50 }).share).toContain('about as common as elsewhere (25\u00a0% of')
  expect(words({ count: 3, ofUse: 900, ofTool: 3, total: 9000 }).share).toContain(
    ': 1\u00a0%, more common for research than elsewhere (1\u00a0% of',
  )
})

it('says what else is true of them, and nothing of what is of none', () => {
  expect(words({}).others).toEqual([
    '9 of them have every tool shown in the code.',
    'All 12 are open source.',
    'Most often beside it: Python (11) and Redis (2).',
  ])
  expect(words({ everyTool: 1, openSource: 1 }).others.slice(0, 2)).toEqual([
    '1 of them has every tool shown in the code.',
    '1 of them is open source.',
  ])
  expect(words({ everyTool: 0, openSource: 0, together: [] }).others).toEqual([])
})
