import { describe, expect, it } from 'vitest'
import { handlerAt } from './handler-at.ts'
import { functionRoutes } from './routes.ts'

const find = handlerAt([
  '/api/v1',
  '/api/v1/products/[slug]',
  '/badge/[slug].svg',
  '/api/v1/products',
  '/api/[...path]',
])

describe('the handler of an address', () => {
  it.each([
    ['/api/v1', '/api/v1', {}],
    ['/api/v1/products', '/api/v1/products', {}],
    ['/api/v1/products/n8n', '/api/v1/products/[slug]', { slug: 'n8n' }],
    ['/api/v1/products/a%20b%C3%BC', '/api/v1/products/[slug]', { slug: 'a bü' }],
    ['/api/v1/products/a%2Fb', '/api/v1/products/[slug]', { slug: 'a/b' }],
    ['/badge/n8n.svg', '/badge/[slug].svg', { slug: 'n8n' }],
    ['/api/v1/products/n8n/more', '/api/[...path]', { path: 'v1/products/n8n/more' }],
    ['/api/v1/productsx', '/api/[...path]', { path: 'v1/productsx' }],
    // Invalid UTF-8 stays as it is.
    ['/api/v1/products/%E0%A4%A', '/api/v1/products/[slug]', { slug: '%E0%A4%A' }],
  ])('%s is %s', (pathname, name, params) => {
    expect(find(pathname)).toEqual({ name, params })
  })

  it.each(['/', '/badge/n8n_svg', '/badge/a/b.svg', '/product/n8n', '/API/v1'])(
    '%s has no handler, so a page answers',
    (pathname) => expect(find(pathname)).toBeUndefined(),
  )

  it('every address of the table is found by its own pattern', () => {
    const names = Object.keys(functionRoutes)
    const findHandler = handlerAt(names)
    for (const name of names) {
      const pathname = name.replace(/\[(?:\.\.\.)?\w+\]/g, 'some')
      expect(findHandler(pathname)?.name).toBe(name)
    }
  })
})
