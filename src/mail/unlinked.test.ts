import { expect, it } from 'vitest'
import { unlinked } from './unlinked.ts'

it.each([
  ['evil.example', 'evil.\u200aexample'],
  ['www.evil.example/win', 'www.\u200aevil.\u200aexample/win'],
  // Of a listing that is older than the rule for names.
  ['Win http://evil.example/a', 'Win http:\u200a//evil.\u200aexample/a'],
  ['ada@evil.example', 'ada@\u200aevil.\u200aexample'],
  ['evil．example', 'evil．\u200aexample'],
  ['evil.\u200dexample', 'evil.\u200a\u200dexample'],
])('%s is no link in %s', (name, text) => {
  expect(unlinked(name)).toBe(text)
})

it.each(['Acme', 'St. Mary’s', 'AC/DC tools', 'Which? Inc.', 'K8s: Day 2', '👩\u200d💻 Acme'])(
  '%s stays as it is',
  (name) => {
    expect(unlinked(name)).toBe(name)
  },
)
