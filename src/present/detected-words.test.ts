import { expect, it } from 'vitest'
import { evidenceWords, foundHeading, unknownGroups } from './detected-words.ts'

it('says what names a tool, and where', () => {
  const next = { package: 'pkg:npm/next', source: 'web/package.json:12' }
  expect(evidenceWords([next])).toBe('pkg:npm/next in web/package.json:12')
  expect(evidenceWords([next, next, next])).toBe('pkg:npm/next in web/package.json:12, and 2 more')
  const scoped = { package: 'pkg:npm/%40ai-sdk/openai', source: 'package.json:3' }
  expect(evidenceWords([scoped])).toBe('pkg:npm/@ai-sdk/openai in package.json:3')
  expect(evidenceWords([{ package: 'fly.toml', source: 'deploy/fly.toml:1' }])).toBe('fly.toml')
})

it('counts in words', () => {
  expect([0, 1, 2].map(foundHeading)).toEqual(['No tool that we know', 'One tool', '2 tools'])
})

it('groups unknown names by the reason', () => {
  const unknown = [
    { name: 'yarn.lock', reason: 'lock_file' },
    { name: 'pkg:npm/a', reason: 'no_tool' },
    { name: 'uv.lock', reason: 'lock_file' },
  ] as const
  expect(unknownGroups(unknown)).toEqual([
    {
      heading: '2 lock files that we ignore',
      advice: expect.stringContaining('/docs/cli') as string,
      names: ['yarn.lock', 'uv.lock'],
    },
    {
      heading: 'One package we do not track',
      advice: expect.stringContaining('libraries') as string,
      names: ['pkg:npm/a'],
    },
  ])
})
