import { expect, it } from 'vitest'
import { functionRoutes, pageBucketAt } from './routes.ts'

it('a page counts as a read of the catalogue, unless it searches or is for editors', () => {
  const pages = Object.keys(functionRoutes).filter((at) => functionRoutes[at]!.endsWith('.astro'))
  const others = Map.groupBy(pages, pageBucketAt)
  expect(others.get('search_reads')).toEqual(['/search', '/recommend', '/detect'])
  expect(others.get('unlimited')).toEqual(['/editor', '/editor/[case]'])
  expect(others.get('catalogue_reads')!.length).toBeGreaterThan(15)
  expect(pageBucketAt('/404')).toBe('catalogue_reads')
})
