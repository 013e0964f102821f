import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { trendsMarkdown } from './trends-markdown.ts'

const to = addresses('https://d.example')
const pastEnd = {
  count: 3,
  of: 20,
  tools: [{ slug: 'vite', name: 'Vite', count: 3, of: 8 }],
  commit: '2026-08-22',
  page: '2026-11-28',
}
const shares = ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1'].map((quarter, at) => ({
  quarter,
  count: 10 + at,
  of: 100,
  percent: 10 + at,
}))

it('the trends have the use of a year before, that of now, and what came when a tool left', () => {
  const text = trendsMarkdown(
    {
      ranked: [],
      up: [{ slug: 'vite', name: 'Vite', shares, points: 4 }],
      down: [],
      replaced: [
        { slug: 'authjs', name: 'Auth.js', left: 6, came: [{ slug: 'x', name: 'X', count: 4 }] },
      ],
      pastEnd,
    },
    to,
  )
  expect(text).toContain('3 of 20 products, 15 %, ask for')
  expect(text).toContain('commit that was read is of 22 Aug 2026')
  expect(text).toContain('- [Vite](https://d.example/stack/vite.md): 3 of 8')
  expect(text).toContain('| Tool | 2025-Q1 | 2026-Q1 | Points |')
  expect(text).toContain(
    '| [Vite](https://d.example/stack/vite.md) | 10 of 100 | 14 of 100 | +4.0 |',
  )
  expect(text).toContain(
    '| [Auth.js](https://d.example/stack/authjs.md) | 6 | [X](https://d.example/stack/x.md) 4 |',
  )
  expect(text).not.toContain('fell most')
})

it('without trends there is still what is counted, and no empty table', () => {
  const text = trendsMarkdown({ ranked: [], up: [], down: [], replaced: [] }, to)
  expect(text).toContain('Counted are listed products')
  expect(text).not.toContain('|')
})
