import { expect, it } from 'vitest'
import { makerDoubt } from './makers.ts'
import type { Proof } from './prove.ts'

const proof = (tool: string, named: string, path = 'package.json'): Proof => ({
  tool,
  level: 'required',
  path,
  line: 1,
  package: named,
})

/** The doubt about a tool with these packages, beside the other tools and files of a repository. */
function doubtOf(
  tool: string,
  packages: readonly string[],
  { others = [], paths = [] }: { others?: readonly Proof[]; paths?: readonly string[] } = {},
) {
  const required = packages.map((named) => proof(tool, named))
  const byTool = Map.groupBy([...required, ...others], (each) => each.tool)
  return makerDoubt(tool, required, { byTool, paths })
}

it('Vite is doubted where nothing of the product is built by settings of it, as where Vitest needs it', () => {
  const withPaths = (...paths: string[]) => doubtOf('vite', ['pkg:npm/vite'], { paths })
  expect(withPaths('src/run.ts', 'vitest.config.ts', 'examples/web/vite.config.ts')).toBe('types')
  expect(withPaths('web/vite.config.ts')).toBeUndefined()
  expect(withPaths('vite.renderer.config.mts')).toBeUndefined()
  expect(withPaths('app/electron.vite.config.ts')).toBeUndefined()
})

it('Bun is doubted where only its types are installed, as for tests', () => {
  const types = 'pkg:npm/%40types/bun'
  expect(doubtOf('bun', [types])).toBe('types')
  expect(doubtOf('bun', [types, 'file:bun.lock'])).toBeUndefined()
})

it('Node.js is doubted where only its types are installed and Bun runs the whole repository', () => {
  const types = 'pkg:npm/%40types/node'
  const lock = proof('bun', 'file:bun.lock', 'bun.lock')
  expect(doubtOf('nodejs', [types])).toBeUndefined()
  expect(doubtOf('nodejs', [types], { others: [lock] })).toBe('types')
  expect(doubtOf('nodejs', [types, 'file:.nvmrc'], { others: [lock] })).toBeUndefined()
  const part = { ...lock, path: 'web/bun.lock' }
  expect(doubtOf('nodejs', [types], { others: [part] })).toBeUndefined()
})
