import { expect, it } from 'vitest'
import { handlerBuckets } from '#contract/limits.ts'
import { countedHandlerAt, functionRoutes } from './routes.ts'

it('every file of functions/ but that of the operations has a bucket in handlerBuckets of contract/limits.ts', () => {
  const names = Object.values(functionRoutes).map((file) => file.replace(/\.\w+$/, ''))
  expect(new Set(names)).toEqual(new Set(['operation', ...Object.keys(handlerBuckets)]))
})

it('a page is counted by its own row, at each of its addresses', () => {
  const pages = Object.entries(functionRoutes).filter(([, file]) => file.endsWith('.astro'))
  expect(pages.length).toBeGreaterThan(15)
  for (const [pattern, file] of pages) expect(`${countedHandlerAt(pattern)}.astro`).toBe(file)
  expect(countedHandlerAt('/404')).toBe('fallback')
})
