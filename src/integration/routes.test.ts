import { expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { handlerBuckets } from '#contract/limits.ts'
import { countedHandlerAt, functionRoutes } from './routes.ts'

it('every file of functions/ has a bucket: from its operation, or from handlerBuckets of contract/limits.ts', () => {
  const names = Object.values(functionRoutes).map((file) => file.replace(/\.\w+$/, ''))
  const uncounted = names.filter(
    (name) =>
      !Object.hasOwn(operations, name.replaceAll('-', '_')) && !Object.hasOwn(handlerBuckets, name),
  )
  expect(uncounted).toEqual([])
  expect(Object.keys(handlerBuckets).filter((name) => !names.includes(name))).toEqual([])
})

it('a page is counted by its own row, at each of its addresses', () => {
  const pages = Object.entries(functionRoutes).filter(([, file]) => file.endsWith('.astro'))
  expect(pages.length).toBeGreaterThan(15)
  for (const [pattern, file] of pages) expect(`${countedHandlerAt(pattern)}.astro`).toBe(file)
  expect(countedHandlerAt('/404')).toBe('fallback')
})
