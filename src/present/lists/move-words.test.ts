import { expect, it } from 'vitest'
import { moveWords } from './move-words.ts'

const tools = (...names: string[]) => names.map((name) => ({ slug: name.toLowerCase(), name }))

it.each([
  [
    tools('LangChain', 'Celery'),
    tools('LangGraph'),
    'dropped LangChain and Celery, added LangGraph',
  ],
  [tools('A', 'B', 'C', 'D', 'E'), [], 'dropped A, B, C and 2 more'],
  [[], tools('Redis'), 'added Redis'],
])('a move in words names at most three tools of each: %j %j', (left, came, text) => {
  expect(moveWords({ left, came, month: '2025-05' })).toBe(`${text} (May 2025)`)
})
