import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { quarterView } from '#present/lists/quarter.ts'
import { contentOnce } from '#testing/content.ts'
import { quarterCsv, quarterMarkdown } from './quarter.ts'

const to = addresses('https://proofstack.example')
const shares = (...counts: number[]) =>
  counts.map((count, at) => ({ quarter: `2026-Q${at}`, count, of: 40, percent: count * 2.5 }))
const tool = (slug: string, points: number, ...counts: number[]) => ({
  slug,
  name: `"${slug}"`,
  points,
  shares: shares(...counts),
})
const view = quarterView({
  number: 3,
  frozen_on: '2026-11-28',
  tools: [tool('redis', 10, 4, 5, 6, 7, 8), tool('flask', -2.5, 7, 7, 7, 7, 6)],
  replaced: [
    { slug: 'flask', name: 'Flask', left: 4, came: [{ slug: 'go', name: 'Go', count: 2 }] },
  ],
})

it('an issue has the tools that rose and those that fell, of the quarter of its numbers', () => {
  expect(view.slug).toBe('2026-q4')
  expect([view.up, view.down].map((tools) => tools.map(({ slug }) => slug))).toEqual([
    ['redis'],
    ['flask'],
  ])
})

it('the CSV has each tool with its counts now and a year before', () => {
  expect(quarterCsv(view).split('\r\n').slice(1)).toEqual([
    '1,redis,"""redis""",2026-Q4,8,40,20,2026-Q0,4,40,10,10',
    '2,flask,"""flask""",2026-Q4,6,40,15,2026-Q0,7,40,17.5,-2.5',
    '',
  ])
})

it('the Markdown has the ranking, and says how the issue is cited', () => {
  const text = quarterMarkdown(view, to)
  expect(text).toContain(
    'Issue 3, frozen on 28 November 2026. https://proofstack.example/state/2026-q4',
  )
  expect(text).toContain('| 4 of 40 | 8 of 40 | +10.0 |')
})

it('the issues of content/ are numbered without a gap, and named by their quarter', async () => {
  const { quarters } = await contentOnce()
  expect(quarters.map(({ number }) => number)).toEqual(
    quarters.map((_, at) => quarters.length - at),
  )
  expect(quarters.at(-1)).toMatchObject({ number: 1, frozen_on: '2026-11-28' })
})
