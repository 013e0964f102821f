import { describe, expect, it } from 'vitest'
import type { Rule } from './route.ts'
import { router } from './router.ts'

type Condition = NonNullable<Rule['has']>[number]

const markdown = { type: 'header', key: 'accept', value: '.*text/markdown.*' }

/** One route of each kind in our builds, in their order. */
const config = {
  version: 3,
  routes: [
    { src: '^/([^/\\\\].*)/$', headers: { Location: '/$1' }, status: 308 },
    { src: '^/_astro(?:/(.*))$', headers: { 'cache-control': 'immutable' }, continue: true },
    { src: '^/.*$', headers: { 'X-All': 'yes' }, continue: true },
    { src: '^/(about)$', has: [markdown], dest: '/$1.md', continue: true },
    { src: '^/.+\\.md$', headers: { 'x-markdown': 'yes' }, continue: true },
    { src: '^/tools$', methods: ['POST', 'DELETE'], dest: '_render' },
    { handle: 'filesystem' },
    { src: '^/api/([^/]+?)$', dest: '_render' },
    { src: '^/.*$', dest: '/404.html', status: 404 },
  ],
}

const files = new Map([
  ['/', 'index.html'],
  ['/about', 'about/index.html'],
  ['/about.md', 'about.md'],
  ['/tools', 'tools'],
  ['/404.html', '404.html'],
])

const route = router(config, (address) => {
  const name = files.get(address)
  if (name) return { kind: 'file', name }
  return address === '/_render' ? { kind: 'function', name: '_render' } : undefined
})

describe('config.json', () => {
  it.each([
    ['GET', '/', {}, 'index.html', undefined, { 'x-all': 'yes' }],
    ['GET', '/about', {}, 'about/index.html', undefined, { 'x-all': 'yes' }],
    ['GET', '/about', { accept: 'text/markdown' }, 'about.md', undefined, { 'x-markdown': 'yes' }],
    ['GET', '/about', { accept: 'text/html' }, 'about/index.html', undefined, {}],
    ['GET', '/about/', {}, undefined, 308, { location: '/about' }],
    ['GET', '//evil.example/', {}, '404.html', 404, {}],
    ['GET', '/_astro/a.css', {}, '404.html', 404, { 'cache-control': 'immutable' }],
    ['GET', '/tools', {}, 'tools', undefined, {}],
    ['POST', '/tools', {}, '_render', undefined, { 'x-all': 'yes' }],
    ['PUT', '/tools', {}, 'tools', undefined, {}],
    ['GET', '/api/products', {}, '_render', undefined, { 'x-all': 'yes' }],
    ['GET', '/api/a/b', {}, '404.html', 404, {}],
    ['GET', '/API/products', {}, '404.html', 404, {}],
    ['GET', '/nothing', {}, '404.html', 404, { 'x-all': 'yes' }],
  ] as const)('%s %s with %j is answered by %s', (method, path, sent, name, status, headers) => {
    const routed = route(method, path, sent)
    expect(routed.target?.name).toBe(name)
    expect(routed.status).toBe(status)
    expect(routed.headers).toMatchObject(headers)
  })

  it('headers of a route are those of matching patterns, for a function too', () => {
    expect(route('GET', '/api/products', {}).headers).toEqual({ 'x-all': 'yes' })
  })
})

describe('an unknown part fails the start with a sentence', () => {
  const withRoute = (extra: object) => ({ version: 3, routes: [extra] })

  it.each([
    ['key: "check"', withRoute({ src: '^/$', check: true })],
    ['key: "missing"', withRoute({ src: '^/$', missing: [markdown] })],
    ['key: "caseSensitive"', withRoute({ src: '^/$', caseSensitive: true })],
    ['keys: "transforms", "mitigate"', withRoute({ src: '^/$', transforms: [], mitigate: {} })],
    ['{"handle":"hit"}', withRoute({ handle: 'hit' })],
    ['{"handle":"miss"}', withRoute({ handle: 'miss' })],
    ['{"handle":"error"}', withRoute({ handle: 'error' })],
    ['{"handle":"rewrite"}', withRoute({ handle: 'rewrite' })],
    ['named capture', withRoute({ src: '^/(?<name>.*)$', dest: '/$name' })],
    ['"type":"cookie"', withRoute({ src: '^/$', has: [{ type: 'cookie', key: 'a' }] })],
    ['{"src":"^/$","status":"404"}', withRoute({ src: '^/$', status: '404' })],
    ['overrides', { ...config, overrides: { a: { path: 'b' } } }],
    ['version', { ...config, version: 4 }],
    ['twice', { version: 3, routes: [{ handle: 'filesystem' }, { handle: 'filesystem' }] }],
  ])('%s', (sentence, unknown) => {
    expect(() => router(unknown, () => undefined)).toThrow(sentence)
  })
})

describe('conditions of a route', () => {
  const routeWith = (...has: Condition[]) => {
    const route = router(
      { version: 3, routes: [{ src: '^/$', has, status: 204 }] },
      () => undefined,
    )
    return (headers: Record<string, string>, query?: string) =>
      route('GET', '/', headers, new URLSearchParams(query)).status === 204
  }

  it('none apply to every request', () => {
    expect(routeWith()({})).toBe(true)
  })

  it('a header must exist; with a value, its whole text must match', () => {
    const marked = routeWith({ type: 'header', key: 'X-Mark' })
    expect([marked({ 'x-mark': '' }), marked({})]).toEqual([true, false])
    const either = routeWith({ type: 'header', key: 'accept', value: 'a/b|c/d' })
    const accepted = ['a/b', 'c/d', 'a/b, c/d', 'xa/b'].map((accept) => either({ accept }))
    expect([...accepted, either({})]).toEqual([true, true, false, false, false])
  })

  it('all must be met', () => {
    const both = routeWith(
      { type: 'header', key: 'a' },
      { type: 'header', key: 'b', value: '\\d+' },
    )
    const met = [{ a: '', b: '12' }, { a: '' }, { b: '12' }].map((headers) =>
      both(headers as never),
    )
    expect(met).toEqual([true, false, false])
  })

  it('a parameter must be in the query, with any other parameters', () => {
    const sorted = routeWith({ type: 'query', key: 'sort' })
    expect(sorted({}, 'tool=redis&sort=')).toBe(true)
    expect(sorted({ sort: 'popular' }, 'tool=redis')).toBe(false)
    expect(sorted({})).toBe(false)
  })
})
