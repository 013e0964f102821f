import { expect, it } from 'vitest'
import { facet } from '#present/lists/browse.ts'
import { numberedPages } from './numbered-list.ts'

const counts = new Map([
  [facet('tool', 'redis'), 60],
  [facet('use_case', 'voice'), 24],
  [facet('task', 'support'), 25],
  // A list that is asked for with parameters alone.
  [facet('claim', 'verified'), 900],
])
const made = (total: number, of: string) =>
  numberedPages({ total, facetCounts: () => counts })
    .filter(({ of: list }) => (list ? `${list.group}/${list.value}` : 'all') === of)
    .map(({ page }) => page)

it('up to 2,000 listings every page of every list is a file', () => {
  expect(made(2_000, 'all')).toHaveLength(83)
  expect(made(2_000, 'all').at(-1)).toBe(84)
  expect(made(60, 'tool/redis')).toEqual([2, 3])
  expect(made(60, 'task/support')).toEqual([2])
  for (const none of ['use/voice', 'claim/verified']) expect(made(2_000, none)).toEqual([])
})

it('above, the first two of each are', () => {
  expect(made(2_001, 'all')).toEqual([2])
  expect(made(2_001, 'tool/redis')).toEqual([2])
})
