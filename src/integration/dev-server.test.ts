import { describe, expect, it } from 'vitest'
import { devRouter } from './dev-server.ts'

const route = devRouter('http://localhost:4321')
const get = (address: string, accept = '*/*') => {
  const { pathname, searchParams } = new URL(address, 'http://localhost:4321')
  return route('GET', pathname, { accept }, searchParams)
}

describe('the routes of npm run dev', () => {
  it.each([
    ['/products', '/products'],
    ['/products?tool=n8n', '/filtered-products'],
    ['/product/n8n', '/product/n8n'],
    ['/api/v1/products?tool=n8n', '/api/v1/products'],
  ])('%s is answered by %s', (address, to) => expect(get(address).to).toBe(to))

  it.each([
    ['/', '/index.md'],
    ['/products', '/products.md'],
    ['/product/n8n', '/product/n8n.md'],
    ['/docs/mcp', '/docs/mcp.md'],
    ['/weekly/1', '/weekly/1.md'],
    ['/search', '/search'],
  ])('%s as Markdown is answered by %s', (address, to) =>
    expect(get(address, 'text/markdown').to).toBe(to),
  )

  it('have the headers and redirects of a build, but no CSP, which forbids the scripts of Vite', () => {
    expect(get('/privacy')).toMatchObject({ status: 308, headers: { location: '/docs/privacy' } })
    const { headers } = get('/')
    expect(headers).toMatchObject({ vary: 'Accept', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('content-security-policy')
  })
})
