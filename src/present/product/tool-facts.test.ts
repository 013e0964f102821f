import { expect, it } from 'vitest'
import { commandsOf, toolFacts } from './tool-facts.ts'

const tool = {
  licence: null,
  product_count: 2,
  total: 325,
  shares: [],
  moves: [],
}
const shown = (part: Partial<Parameters<typeof toolFacts>[0]>) =>
  Object.fromEntries(
    toolFacts({ ...tool, ...part }).map(({ label, values }) => [
      label,
      values.map(({ text }) => text),
    ]),
  )

it('leaves out what is not known', () => {
  expect(shown({})).toEqual({ 'Products with it': ['2 of 325'] })
})

it('says the share, its change in a year, and who added and dropped it last', () => {
  const quarter = (at: string, count: number) => ({
    quarter: at,
    count,
    of: 200,
    percent: count / 2,
  })
  const move = (name: string, month: string) => ({
    ...{ product: { slug: name, name, topics: [] }, month, at: month },
    ...{ left: [], came: [] },
  })
  expect(
    shown({
      shares: ['2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2'].map((at, index) =>
        quarter(at, 38 - 2 * index),
      ),
      moves: [
        { id: 'added', verb: 'Added', moves: [move('Ada', '2026-07'), move('Bob', '2026-01')] },
        { id: 'dropped', verb: 'Dropped', moves: [move('Cy', '2026-06')] },
      ],
    }),
  ).toEqual({
    'Products with it': ['2 of 325'],
    'Share of stacks': ['15 %'],
    'Change in a year': ['−4.0 points'],
    'Added by 2, last': ['Ada, Jul 2026'],
    'Dropped by 1, last': ['Cy, Jun 2026'],
  })
})

it('adds the first package of a registry to a project, with its page, and none of types', () => {
  const packages = [
    'pkg:npm/%40types/acme',
    'pkg:pypi/acme-core',
    'pkg:npm/%40acme/core',
    'pkg:npm/acme',
  ]
  const [npm, pip] = commandsOf({ packages })
  expect(npm).toEqual({
    text: 'npm install @acme/core',
    href: 'https://www.npmjs.com/package/@acme/core',
  })
  expect(pip?.text).toBe('pip install acme-core')
})
