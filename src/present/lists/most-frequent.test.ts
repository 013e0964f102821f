import { expect, it } from 'vitest'
import { mostFrequent } from './most-frequent.ts'

it('counts what occurs more than once, most frequent first, equal ones as they came', () => {
  const values = ['go', 'redis', 'vite', 'redis', 'go', 'redis', 'rust', 'rust']
  expect(mostFrequent(values, 2)).toEqual([
    { value: 'redis', count: 3 },
    { value: 'go', count: 2 },
  ])
  expect(mostFrequent(['vite'], 2)).toEqual([])
})
