import { describe, expect, it } from 'vitest'
import { router } from './router.ts'

const markdown = { type: 'header', key: 'accept', value: '.*text/markdown.*' }

/** One of each kind that our builds have, in their order. */
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

  it('headers of a route go with the answer of a function too, and no other', () => {
    expect(route('GET', '/api/products', {}).headers).toEqual({ 'x-all': 'yes' })
  })
})

describe('what it does not know ends the start with a sentence', () => {
  const withRoute = (extra: object) => ({ version: 3, routes: [extra] })

  it.each([
    ['the key "check"', withRoute({ src: '^/$', check: true })],
    ['the key "missing"', withRoute({ src: '^/$', missing: [markdown] })],
    ['the key "caseSensitive"', withRoute({ src: '^/$', caseSensitive: true })],
    ['the key "transforms", "mitigate"', withRoute({ src: '^/$', transforms: [], mitigate: {} })],
    ['the phase "hit"', withRoute({ handle: 'hit' })],
    ['the phase "miss"', withRoute({ handle: 'miss' })],
    ['the phase "error"', withRoute({ handle: 'error' })],
    ['the phase "rewrite"', withRoute({ handle: 'rewrite' })],
    ['named capture', withRoute({ src: '^/(?<name>.*)$', dest: '/$name' })],
    ['condition on a cookie', withRoute({ src: '^/$', has: [{ type: 'cookie', key: 'a' }] })],
    ['{"src":"^/$","status":"404"}', withRoute({ src: '^/$', status: '404' })],
    ['overrides', { ...config, overrides: { a: { path: 'b' } } }],
    ['version', { ...config, version: 4 }],
    ['twice', { version: 3, routes: [{ handle: 'filesystem' }, { handle: 'filesystem' }] }],
  ])('%s', (sentence, unknown) => {
    expect(() => router(unknown, () => undefined)).toThrow(sentence)
  })
})
