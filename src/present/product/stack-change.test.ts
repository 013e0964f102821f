import { describe, expect, it } from 'vitest'
import { newestStackChange, stackChangeWords } from './stack-change.ts'

const tools = new Map(
  (
    [
      ['langchain', 'LangChain', 'frameworks'],
      ['langgraph', 'LangGraph', 'frameworks'],
      ['celery', 'Celery', 'queues'],
      ['redis', 'Redis', 'data'],
      ['vite', 'Vite', 'frontend'],
    ] as const
  ).map(([slug, name, category]) => [slug, { name, category }]),
)
const past = (slug: string, until: string) => ({ slug, until: `${until}T00:00:00.000Z` })
const present = (slug: string, since: string | null) => ({
  slug,
  since: since && `${since}T00:00:00.000Z`,
  text: null,
})

describe('the newest change of a stack', () => {
  it('names what left about the same time, and what of the same category came then', () => {
    const change = newestStackChange(
      {
        past_tools: [
          past('langchain', '2025-05-20'),
          past('celery', '2025-05-02'),
          past('vite', '2024-01-01'),
        ],
        tools: [
          present('langgraph', '2025-04-01'),
          present('redis', '2025-05-20'),
          present('vite', null),
        ],
      },
      tools,
    )!
    expect([change.left, change.came]).toEqual([['LangChain', 'Celery'], ['LangGraph']])
    expect(stackChangeWords(change)).toBe('LangChain and Celery left in May 2025; LangGraph joined')
  })

  it('is unknown without a history, and where only unknown tools left', () => {
    expect(newestStackChange(null, tools)).toBeUndefined()
    expect(newestStackChange({ past_tools: [], tools: [] }, tools)).toBeUndefined()
    const gone = { past_tools: [past('a-tool-we-dropped', '2025-05-20')], tools: [] }
    expect(newestStackChange(gone, tools)).toBeUndefined()
  })

  it('names at most three tools of each', () => {
    const left = ['A', 'B', 'C', 'D', 'E']
    expect(stackChangeWords({ until: '2025-05-20T00:00:00.000Z', left, came: [] })).toBe(
      'A, B, C and 2 more left in May 2025',
    )
  })
})
