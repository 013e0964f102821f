import { expect, inject, it } from 'vitest'
import { request } from '#testing/service.ts'

const get = (path: string, accept?: string) =>
  request(`${inject('served').url}${path}`, accept === undefined ? {} : { headers: { accept } })
const ofBrowsers =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const ofAgents = 'text/markdown, text/html;q=0.9, */*;q=0.1'

it.each([
  '/',
  '/products',
  '/product/n8n',
  '/stack',
  '/stack/postgresql',
  '/changelog',
  '/trends',
  '/docs',
])('%s is HTML to a browser and Markdown to an agent, at the same address', async (path) => {
  const html = await get(path, ofBrowsers)
  expect(html).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Encoding' },
  })
  expect((await get(path)).headers['content-type']).toBe('text/html; charset=utf-8')
  const named = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html.text)![1]!
  const markdown = await get(path, ofAgents)
  expect(markdown).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept, Accept-Encoding' },
  })
  const markdownFile = await get(named)
  expect(markdownFile.text).toBe(markdown.text)
  expect(markdownFile.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'access-control-allow-origin': '*',
    link: expect.stringMatching(/^<http:\/\/localhost:\d+\/[^>]*>; rel="canonical"$/),
  })
  expect(markdown.text).toMatch(/^# \S/)
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html.text)![1]!
  expect(markdownFile.headers.link).toContain(`<${canonical}>`)
  expect(markdown.text).toContain(canonical)
  // HTML and Markdown have different ETags, so that caches distinguish them.
  expect(
    (
      await request(`${inject('served').url}${path}`, {
        headers: { accept: ofAgents, 'if-none-match': html.headers.etag },
      })
    ).status,
  ).toBe(200)
})

it.each(['/submit', '/search', '/compare', '/api/v1/tools', '/changelog.atom'])(
  '%s has no Markdown version and answers agents like other clients',
  async (path) => {
    const [asked, plain] = [await get(path, ofAgents), await get(path)]
    expect([asked.status, asked.headers['content-type']]).toEqual([
      plain.status,
      plain.headers['content-type'],
    ])
  },
)

it.each([
  '/nothing/here',
  '/product/nobody-has-this',
  '/topics/voice/9',
  '/og/nobody.png',
  '/data/nothing.ndjson',
])(
  '%s is a 404 that nothing keeps, as a page to a browser, and as JSON or Markdown to a program',
  async (path) => {
    for (const [accept, type] of [
      [ofBrowsers, 'text/html'],
      [undefined, 'text/html'],
      [ofAgents, 'text/markdown'],
      ['application/json', 'application/json'],
      ['application/json, text/plain, */*', 'application/json'],
    ] as const) {
      const answer = await get(path, accept)
      const { status, headers } = answer
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        404,
        `${type}; charset=utf-8`,
        'no-store',
      ])
      if (type === 'application/json')
        expect(answer.json()).toMatchObject({
          error: expect.stringContaining('/.well-known/agents.json'),
          error_code: 'VALIDATION_ERROR',
        })
      if (type === 'text/markdown') expect(answer.text).toMatch(/^# Not found\n\n.*\/llms\.txt/)
    }
  },
)

it('from the Markdown of the home page, links lead to the Markdown of every listing and tool, and none is broken', async () => {
  const seen = new Map<string, number>()
  const queue = ['/index.md']
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue
    const answer = await get(path)
    seen.set(path, answer.status)
    if (!answer.headers['content-type']?.startsWith('text/markdown')) continue
    const links = [
      ...answer.text.matchAll(
        /\]\((http:\/\/localhost:\d+[^)]*)\)|<(http:\/\/localhost:\d+[^>]*)>/g,
      ),
    ]
    for (const [, link, bare] of links) {
      const { pathname, search } = new URL(link ?? bare!)
      queue.push(pathname + search)
    }
  }
  expect([...seen].filter(([, status]) => status !== 200)).toEqual([])
  const markdownFilesOf = (folder: string) =>
    [...seen.keys()].filter((path) => path.startsWith(`/${folder}/`) && path.endsWith('.md')).sort()
  expect(markdownFilesOf('product')).toEqual(
    expect.arrayContaining(
      (await listed('/data/catalog.json', 'products')).map(markdownFile('product')),
    ),
  )
  expect(markdownFilesOf('stack')).toEqual(
    expect.arrayContaining((await listed('/api/v1/tools', 'tools')).map(markdownFile('stack'))),
  )
})

const markdownFile = (folder: string) => (slug: string) => `/${folder}/${slug}.md`

/** The slugs in a file of the service, without products that were shut down: no list links them. */
async function listed(path: string, name: 'products' | 'tools'): Promise<string[]> {
  const body = (await get(path)).json() as Record<
    typeof name,
    { slug: string; lifecycle?: { state: string } }[]
  >
  const shown = body[name].filter(({ lifecycle }) => lifecycle?.state !== 'sunset')
  expect(shown.length).toBeGreaterThan(0)
  return shown.map(({ slug }) => slug)
}
