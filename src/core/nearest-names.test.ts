import { expect, it } from 'vitest'
import { didYouMean, nearestNames } from './nearest-names.ts'

const names = ['tool', 'task', 'limit', 'nextjs', 'nestjs', 'react', 'postgresql', 'go']

it.each([
  ['tools', 'tool'],
  ['limti', 'limit'],
  ['nextjs-14', 'nextjs'],
  ['Next.js', 'nextjs'],
  ['postgres', 'postgresql'],
  ['react-native', 'react'],
  ['GO', 'go'],
])('%s was meant to be %s', (typed, meant) => {
  expect(nearestNames(typed, names)).toEqual([meant])
  expect(didYouMean(typed, names)).toBe(` (did you mean ${meant}?)`)
})

it.each(['abacus', '', '…', 'g0-g0-gadget', 'x'.repeat(10_000)])('nothing is near %j', (typed) => {
  expect(nearestNames(typed, names)).toEqual([])
  expect(didYouMean(typed, names)).toBe('')
})

it('of several the nearest comes first, and the order is the same for every order of the names', () => {
  const nearest = ['nextjs', 'nestjs']
  expect(nearestNames('nextj', names, 3)).toEqual(nearest)
  expect(nearestNames('nextj', names.toReversed(), 3)).toEqual(nearest)
})
