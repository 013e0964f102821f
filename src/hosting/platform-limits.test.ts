import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { overLimits, platformLimits, sizeWarning } from './platform-limits.ts'

it('a figure at its limit passes, and a larger figure gets a sentence with both numbers', () => {
  expect(overLimits({ routes: platformLimits.routes.limit })).toEqual([])
  expect(overLimits({ routes: 2_049, files: 1 })).toEqual([
    'routes of config.json: 2,049, and the platform takes 2,048',
  ])
})

it('a function above the limit gets a warning with two solutions', async () => {
  const output = temporaryFolder()
  const inside = path.join(output, 'functions/_render.func/.generated')
  await mkdir(inside, { recursive: true })
  await writeFile(path.join(inside, 'catalog.sqlite'), 'x'.repeat(2_100_000))
  expect(sizeWarning(output, 3e6)).toBeUndefined()
  expect(sizeWarning(output, 2e6)).toMatch(/^The function has 3 MB .* takes 2: .*npm run serve/)
})
