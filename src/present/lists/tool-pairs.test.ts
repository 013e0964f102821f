import { expect, it } from 'vitest'
import { mostUsedTogether } from './tool-pairs.ts'

it('counts the stacks that have both tools of a pair, each stack once', () => {
  const stacks = [['b', 'a'], ['a', 'b', 'b'], ['a', 'c'], ['c']]
  expect(mostUsedTogether(stacks, 9)).toEqual([
    { pair: ['a', 'b'], count: 2 },
    { pair: ['a', 'c'], count: 1 },
  ])
  expect(mostUsedTogether(stacks, 1)).toHaveLength(1)
  expect(mostUsedTogether([], 9)).toEqual([])
})

it('has no tool in more than two pairs', () => {
  const stacks = [['a', 'b', 'c', 'd', 'e']]
  const pairs = mostUsedTogether(stacks, 9).map(({ pair }) => pair.join(''))
  expect(pairs.filter((pair) => pair.includes('a'))).toEqual(['ab', 'ac'])
})
