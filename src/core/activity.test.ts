import { expect, it } from 'vitest'
import { activityOf } from './activity.ts'

const of = (last_activity: string | null, seen_until: string | null, released?: string) =>
  activityOf({
    proof: { last_activity, seen_until },
    facts: released ? [{ fact: 'latest_release', day: released }] : [],
  })

it.each([
  ['2026-08-22T09:00:00.000Z', 'recent'],
  ['2026-05-24T09:00:00.000Z', 'recent'],
  ['2026-05-23T23:59:59.000Z', 'quiet'],
  ['2025-08-22T00:00:00.000Z', 'quiet'],
  ['2025-08-21T23:00:00.000Z', 'dormant'],
])('a last commit at %s is %s, seen up to 22 August 2026', (at, state) => {
  const last_commit = at.slice(0, 10)
  expect(of(at, '2026-08-22')).toEqual({ state, last_commit, as_of: '2026-08-22' })
})

it('a release counts like a commit', () => {
  expect(of('2024-01-01T00:00:00.000Z', '2026-08-22', '2026-08-01')).toEqual({
    state: 'recent',
    last_commit: '2024-01-01',
    as_of: '2026-08-22',
  })
  expect(of('2026-01-01T00:00:00.000Z', '2026-08-22', '2023-08-01')?.state).toBe('quiet')
})

it('nothing is said without a commit, without its day of seeing, or without a repository', () => {
  expect(of(null, '2026-08-22', '2026-08-01')).toBeNull()
  expect(of('2026-08-22T09:00:00.000Z', null)).toBeNull()
  expect(activityOf({ proof: null, facts: [] })).toBeNull()
})
