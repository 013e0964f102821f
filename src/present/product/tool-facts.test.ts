import { expect, it } from 'vitest'
import { commandsOf, toolFacts } from './tool-facts.ts'

const tool = { licence: null, product_count: 2, total: 325, shares: [], moves: [] }
const shown = (part: Partial<Parameters<typeof toolFacts>[0]>) =>
  toolFacts({ ...tool, ...part }).map(({ label, values }) => `${label}: ${values[0]!.text}`)

it('says the share, its change in a year, and who added and dropped it last, if known', () => {
  const shares = [38, 36, 34, 32, 30].map((count) => ({
    quarter: '',
    count,
    of: 200,
    percent: count / 2,
  }))
  const move = (name: string, month: string) => ({
    product: { slug: name, name, topics: [] },
    month,
    at: month,
    left: [],
    came: [],
  })
  const moves = [
    { id: 'added', verb: 'Added', moves: [move('Ada', '2026-07'), move('Bob', '2026-01')] },
  ]
  expect(shown({})).toEqual(['Products with it: 2 of 325'])
  expect(shown({ shares, moves }).slice(1)).toEqual([
    'Share of stacks: 15 %',
    'Change in a year: −4.0 points',
    'Added by 2, last: Ada, Jul 2026',
  ])
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
