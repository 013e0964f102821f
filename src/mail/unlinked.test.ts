import { expect, it } from 'vitest'
import { unlinked } from './unlinked.ts'

it.each([
  ['evil.example', 'evil.\u202fexample'],
  ['www.evil.example/win', 'www.\u202fevil.\u202fexample/win'],
  // A name from before the rule for names.
  ['Win http://evil.example/a', 'Win http:\u202f//evil.\u202fexample/a'],
  ['ada@evil.example', 'ada@\u202fevil.\u202fexample'],
  ['evil．example', 'evil．\u202fexample'],
  ['evil.\u200dexample', 'evil.\u202f\u200dexample'],
])('%s is no link in %s', (name, text) => {
  expect(unlinked(name)).toBe(text)
})

it.each(['Acme', 'St. Mary’s', 'AC/DC tools', 'Which? Inc.', 'K8s: Day 2', '👩\u200d💻 Acme'])(
  '%s stays as it is',
  (name) => {
    expect(unlinked(name)).toBe(name)
  },
)
