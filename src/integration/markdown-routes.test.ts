import { describe, expect, it } from 'vitest'
import { markdownRoutes } from './markdown-routes.ts'

const routes = markdownRoutes(
  [
    'index.html',
    'index.md',
    'docs.md',
    'docs/mcp.md',
    'docs/api/search/index.html',
    'product/n8n.md',
  ],
  'https://d.example',
)
const rewrites = routes.filter(({ dest }) => dest !== undefined)
const wanted = new RegExp(`^(?:${rewrites[0]!.has![0]!.value})$`)

describe('the Accept header', () => {
  it.each([
    'text/markdown',
    'text/markdown, text/html;q=0.9, */*',
    'text/html, text/markdown',
    'text/markdown;q=1.0,*/*;q=0.1',
    'text/plain,text/markdown',
  ])('"%s" gets Markdown', (accept) => expect(wanted.test(accept)).toBe(true))

  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    '*/*',
    'text/*',
    'text/html, text/markdown;q=0.5',
    'text/markdown;q=0',
    'text/markdownish',
    'application/text/markdown',
    '',
  ])('"%s" gets HTML', (accept) => expect(wanted.test(accept)).toBe(false))
})

describe('a page', () => {
  const rewritten = (path: string) => {
    const route = rewrites.find(({ src }) => new RegExp(src!).test(path))
    return route ? path.replace(new RegExp(route.src!), route.dest!) : undefined
  }

  it.each([
    ['/', '/index.md'],
    ['/docs', '/docs.md'],
    ['/docs/mcp', '/docs/mcp.md'],
    ['/product/n8n', '/product/n8n.md'],
    ['/stack/redis', '/stack/redis.md'],
  ])('%s is rewritten to %s', (path, file) => expect(rewritten(path)).toBe(file))

  it.each([
    '/docs/api/search',
    '/submit',
    '/stack/redis.atom',
    '/product/n8n.md',
    '/api/v1/tools',
    '/index',
  ])('%s has no Markdown version and is not rewritten', (path) =>
    expect(rewritten(path)).toBeUndefined(),
  )

  it('a build without Markdown versions fails', () => {
    expect(() => markdownRoutes(['index.html'], 'https://d.example')).toThrow(
      'no Markdown versions',
    )
  })
})
