import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * The most lines, blank ones and comments included. The ceiling only goes down: a change that adds
 * lines takes as many away, and one that takes lines away lowers it.
 */
const ceiling = { code: 66_000, tests: 52_700 }

const isCode = /\.(?:ts|astro|sql|css|mjs)$/
const isTest = /\.test\.ts$|^src\/testing\//

it('the repository has no more lines than its ceiling', () => {
  const lines = { code: 0, tests: 0 }
  for (const folder of ['src', 'functions', 'scripts'])
    for (const name of readdirSync(path.join(root, folder), { recursive: true })) {
      const file = path.posix.join(folder, String(name).split(path.sep).join('/'))
      if (!isCode.test(file)) continue
      const text = readFileSync(path.join(root, file), 'utf8')
      lines[isTest.test(file) ? 'tests' : 'code'] += text.split('\n').length - 1
    }
  expect(lines.code).toBeLessThanOrEqual(ceiling.code)
  expect(lines.tests).toBeLessThanOrEqual(ceiling.tests)
  // A ceiling far above the lines would let them grow again.
  expect(ceiling.code - lines.code).toBeLessThan(500)
  expect(ceiling.tests - lines.tests).toBeLessThan(500)
})
