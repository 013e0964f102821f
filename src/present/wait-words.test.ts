import { expect, it } from 'vitest'
import { waitWords } from './wait-words.ts'

it.each([
  [40, '40 seconds'],
  [120, '2 minutes'],
  [3594, '60 minutes'],
  [7200, '2 hours'],
  [90_000, '25 hours'],
])('%i seconds are %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})
