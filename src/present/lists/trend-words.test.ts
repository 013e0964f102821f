import { describe, expect, it } from 'vitest'
import type { ToolTrend, Trends } from '#core/trends.ts'
import {
  hasTrend,
  lineWords,
  movers,
  pointsWords,
  ranking,
  replacedTools,
  sharesOf,
  useSentence,
} from './trend-words.ts'

const tool = (slug: string, used: number[], more: Partial<ToolTrend> = {}): ToolTrend => ({
  slug,
  ever: Math.max(...used),
  used,
  picked: [],
  left: 0,
  gave_way_to: [],
  ...more,
})

const trends: Trends = {
  products: 60,
  quarters: [
    { quarter: '2024-Q4', products: 5 },
    { quarter: '2025-Q1', products: 20 },
    { quarter: '2025-Q2', products: 30 },
    { quarter: '2025-Q3', products: 40 },
    { quarter: '2025-Q4', products: 50 },
    { quarter: '2026-Q1', products: 50 },
  ],
  years: [],
  tools: [
    tool('falls', [0, 10, 10, 10, 10, 10], {
      left: 7,
      gave_way_to: [
        { slug: 'rises', count: 3 },
        { slug: 'rare', count: 1 },
      ],
    }),
    tool('rises', [0, 2, 3, 4, 9, 15]),
    tool('rare', [0, 0, 0, 0, 0, 4]),
    tool('stays', [1, 4, 6, 8, 10, 10], { left: 3, gave_way_to: [{ slug: 'falls', count: 2 }] }),
  ],
  categories: [],
}

const names = new Map(trends.tools.map(({ slug }) => [slug, { name: `The ${slug}` }]))

describe('the share of a tool', () => {
  it('begins with the first quarter in which there were twenty products', () => {
    expect(sharesOf(trends, trends.tools[1]!.used).slice(0, 2)).toEqual([
      { quarter: '2025-Q1', count: 2, of: 20, percent: 10 },
      { quarter: '2025-Q2', count: 3, of: 30, percent: 10 },
    ])
  })

  it('below ten per cent has a tenth', () => {
    expect(sharesOf(trends, trends.tools[2]!.used).at(-1)).toMatchObject({ percent: 8 })
    const used = [0, 0, 0, 0, 0, 3.6]
    expect(sharesOf(trends, used).at(-1)).toMatchObject({ percent: 7.2 })
  })

  it('is compared with that of a year before in words', () => {
    expect(useSentence(sharesOf(trends, trends.tools[1]!.used))).toBe(
      'Used by 15 of the 50 products whose history was read, 30 %, in 2026-Q1; 2 of 20 a year before.',
    )
    expect(useSentence(sharesOf(trends, trends.tools[1]!.used).slice(-2))).toBe(
      'Used by 15 of the 50 products whose history was read, 30 %, in 2026-Q1.',
    )
    expect(useSentence([])).toBe('')
  })

  it('has its line in words, with the highest point if that is not an end', () => {
    expect(lineWords(sharesOf(trends, trends.tools[1]!.used))).toBe(
      'From 10 % in 2025-Q1 to 30 % in 2026-Q1.',
    )
    expect(lineWords(sharesOf(trends, [0, 2, 24, 4, 5, 5]))).toBe(
      'From 10 % in 2025-Q1 to 10 % in 2026-Q1, at most 80 % in 2025-Q2.',
    )
    expect(lineWords([])).toBe('')
  })

  it('is shown of what at least five products have used', () => {
    expect([hasTrend({ ever: 4 }), hasTrend({ ever: 5 })]).toEqual([false, true])
  })
})

describe('the tools that changed most', () => {
  const { up, down } = movers(ranking(trends, names), 5)

  it('rise or fall by points of the share, not by the number of users', () => {
    expect(up.map(({ slug, points }) => [slug, points])).toEqual([['rises', 20]])
    expect(down.map(({ slug, points }) => [slug, points])).toEqual([['falls', -30]])
  })

  it('are none where there are no quarters', () => {
    expect(ranking({ ...trends, quarters: [] }, names)).toEqual([])
  })
})

it('a replacement stands on at least two products, and names how many gave the tool up', () => {
  expect(replacedTools(trends, names)).toMatchObject([
    { name: 'The falls', left: 7, came: [{ name: 'The rises', count: 3 }] },
    { name: 'The stays', left: 3, came: [{ name: 'The falls', count: 2 }] },
  ])
})

it('points have a sign and a tenth', () => {
  expect([4.5, -3, 0].map(pointsWords)).toEqual(['+4.5', '−3.0', '+0.0'])
})
