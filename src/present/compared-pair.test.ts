import { expect, it } from 'vitest'
import { pairReason } from './compared-pair.ts'

it.each([
  [['LiveKit'], undefined, 'Both use LiveKit'],
  [['A', 'B', 'C', 'D', 'E'], undefined, 'Both use A, B, C and 2 more'],
  [['A', 'B'], 'Voice agents', 'Voice agents: both use A, B'],
  [[], undefined, 'Alike in what they do, with no tool in common'],
  [[], 'Voice agents', 'Voice agents: alike in what they do, with no tool in common'],
])('a pair that shares %j under %s is worth comparing because: %s', (shared, topic, said) => {
  expect(pairReason(shared, topic)).toBe(said)
})
