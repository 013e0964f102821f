import { expect, it } from 'vitest'
import { overLimits, platformLimits } from './platform-limits.ts'

it('what is as large as the platform takes passes, and one more is told with both figures', () => {
  expect(overLimits({ routes: platformLimits.routes.limit })).toEqual([])
  expect(overLimits({ routes: 2_049, files: 1 })).toEqual([
    'routes of config.json: 2,049, and the platform takes 2,048',
  ])
})
