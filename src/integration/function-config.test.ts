import { expect, it } from 'vitest'
import { withOurFunction } from './function-config.ts'

const adapterSettings = { runtime: 'nodejs24.x', handler: 'entry.mjs', maxDuration: 15 }

it('a function keeps the settings of the adapter, and gets its memory', () => {
  expect(withOurFunction(adapterSettings, undefined)).toEqual({ ...adapterSettings, memory: 1_024 })
})

it('a given region is the only region', () => {
  expect(withOurFunction(adapterSettings, 'fra1')).toMatchObject({ regions: ['fra1'] })
})
