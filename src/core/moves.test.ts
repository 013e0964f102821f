import { describe, expect, it } from 'vitest'
import { byTime, movesOf } from './moves.ts'

const history = (...tools: [slug: string, since: string, until?: string][]) => ({
  began: Date.parse('2024-01-10'),
  ended: Date.parse('2026-07-31'),
  tools: tools.map(([slug, since, until]) => ({
    slug,
    since: Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  })),
})

describe('the moves of a product', () => {
  it('are what left and what came in a month of the calendar, with the day of its last change', () => {
    const moves = movesOf(
      'lamp',
      true,
      history(
        ['langchain', '2024-02-01', '2026-07-01'],
        ['celery', '2024-02-01', '2026-07-31'],
        ['langgraph', '2026-07-09'],
        ['redis', '2026-06-30'],
      ),
    )
    expect(moves.toSorted(byTime)).toEqual([
      {
        product: 'lamp',
        month: '2026-07',
        at: '2026-07-31T00:00:00.000Z',
        left: ['langchain', 'celery'],
        came: ['langgraph'],
      },
      {
        product: 'lamp',
        month: '2026-06',
        at: '2026-06-30T00:00:00.000Z',
        left: [],
        came: ['redis'],
      },
    ])
  })

  it('are not what it began with, nor what came and is gone', () => {
    const began = history(['python', '2024-04-09'], ['vite', '2025-01-01', '2025-03-01'])
    expect(movesOf('lamp', true, began)).toMatchObject([
      { month: '2025-03', left: ['vite'], came: [] },
    ])
    expect(movesOf('lamp', true, history(['python', '2024-04-10']))).toMatchObject([
      { came: ['python'] },
    ])
  })

  it('are not what a product that has ended lost in its last month', () => {
    const lost = history(
      ['react', '2024-02-01', '2026-07-05'],
      ['vite', '2024-02-01', '2026-06-30'],
    )
    expect(movesOf('lamp', false, lost)).toMatchObject([{ month: '2026-06', left: ['vite'] }])
    expect(movesOf('lamp', true, lost)).toHaveLength(2)
  })
})
