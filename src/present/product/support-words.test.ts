import { expect, it } from 'vitest'
import type { Requirement } from '#contract/resources/proof.ts'
import { pastEnd, pastEndLines, versionAsked } from './support-words.ts'

it.each([
  ['^14.1.0', 14, '14'],
  ['13.4.7', 13, '13.4'],
  ['3.10.13-slim', 3, '3.10'],
  ['== 5.1.15', 5, '5.1'],
  ['~> 7.1', 7, '7'],
  ['~> 7.2.0', 7, '7.2'],
  ['^0.4.2', 0, '0.4'],
  ['>=3.9,<3.12', 3, null],
  ['16 || 18', null, null],
])('%s asks in short for %s', (raw, major, expected) => {
  expect(versionAsked({ raw, major })).toBe(expected)
})

it('says of a tool that its line has ended, and nothing of one that is supported or a floor', () => {
  const source = 'https://next.example'
  const asks = (raw: string, state: 'ended' | 'supported' | null, ends: string | null) => ({
    slug: 'nextjs',
    name: 'Next.js',
    requirement: { raw, kind: 'range', major: 14 } satisfies Requirement,
    support: state && { state, ends, source },
  })
  const tools = [
    asks('^14', 'ended', '2025-10-26'),
    asks('>=14 <15', 'ended', null),
    asks('^14', 'supported', '2027-01-01'),
    asks('>=14', null, null),
  ]
  expect(pastEnd(tools)).toMatchObject([
    { slug: 'nextjs', asked: 'Next.js 14', ended: 'ended on 26 Oct 2025', source },
    { slug: 'nextjs', asked: 'Next.js >=14 <15', ended: 'has ended', source },
  ])
  expect(pastEndLines(tools)).toEqual([
    '2 of your 4 tools are past their end:',
    `  Next.js 14 ended on 26 Oct 2025, see ${source}`,
    `  Next.js >=14 <15 has ended, see ${source}`,
  ])
  expect(pastEndLines(tools.slice(1, 3))[0]).toBe('1 of your 2 tools is past its end:')
  expect(pastEndLines(tools.slice(2))).toEqual([])
})
