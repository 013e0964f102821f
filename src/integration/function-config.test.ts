import { expect, it } from 'vitest'
import { withOurFunction } from './function-config.ts'

const adapters = { runtime: 'nodejs24.x', handler: 'entry.mjs', maxDuration: 15 }

it('a function keeps what the adapter says of it, and gets its memory', () => {
  expect(withOurFunction(adapters, undefined)).toEqual({ ...adapters, memory: 1_024 })
})

it('a region that is named stands there as the only one', () => {
  expect(withOurFunction(adapters, 'fra1')).toMatchObject({ regions: ['fra1'] })
})
