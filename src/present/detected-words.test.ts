import { expect, it } from 'vitest'
import { evidenceWords, foundHeading, unknownHeading } from './detected-words.ts'

it('says what names a tool, and where', () => {
  const next = { package: 'pkg:npm/next', source: 'web/package.json:12' }
  expect(evidenceWords([next])).toBe('pkg:npm/next in web/package.json:12')
  expect(evidenceWords([next, next, next])).toBe('pkg:npm/next in web/package.json:12, and 2 more')
  const scoped = { package: 'pkg:npm/%40ai-sdk/openai', source: 'package.json:3' }
  expect(evidenceWords([scoped])).toBe('pkg:npm/@ai-sdk/openai in package.json:3')
  expect(evidenceWords([{ package: 'fly.toml', source: 'deploy/fly.toml:1' }])).toBe('fly.toml')
})

it('counts in words', () => {
  expect([0, 1, 2].map(foundHeading)).toEqual([
    'No tool that the directory knows',
    'One tool',
    '2 tools',
  ])
  expect(unknownHeading(1, false)).toBe('One name is of no tool that the directory knows')
  expect(unknownHeading(500, true)).toMatch(/^More than 500 names/)
})
