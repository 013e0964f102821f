import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { HtmlValidate } from 'html-validate'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { fifoCache } from '#core/fifo-cache.ts'
import { at, validSubmission } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { editor } from '#testing/editor.ts'
import { jsonLdOf, problemsOf } from '#testing/json-ld.ts'
import { layoutShift, overBudget, watchVisit } from '#testing/page-budgets.ts'
import { request } from '#testing/service.ts'

const held = testBrowser()

/** A page of each template, the largest where pages differ in size. A browser opens these. */
const templates = [
  '/',
  '/products',
  // A page past the first of a list.
  '/stack/typescript/2',
  '/products?use=research&tool=python',
  '/topics',
  '/agents/research',
  '/trends',
  '/state',
  '/founders/jan-oberhauser',
  '/product/n8n',
  '/stack',
  '/stack/postgresql',
  '/submit',
  // Fifty results, which are the most.
  '/search?q=agent',
  '/recommend?task=answer%20support%20tickets&stack=postgresql,redis,nosuchtool',
  '/detect',
  '/compare',
  '/compare?slugs=chatwoot,dify,langflow,n8n',
  '/alternatives/n8n',
  '/changelog',
  '/confirm-owner?token=x',
  '/mail-off?token=x',
  '/manage',
  '/manage/x',
  '/status?slug=n8n&email=a@b.example',
  '/connect',
  '/docs',
  '/docs/data-access',
  '/docs/errors-and-limits',
  '/docs/api/compare-products',
  '/404',
]
/** Further pages of these templates, which are read but not opened. */
const further = [
  '/products?tool=langgraph&tool=python&sort=active',
  '/products?tool=no-such-tool',
  '/agents/operations',
  '/topics/voice-agents',
  '/tasks/build-software',
  '/stack/langchain',
  '/product/aider',
  '/product/roo-code',
  '/search',
  '/recommend',
  '/recommend?stack=rails,postgres',
  '/recommend?task=wedding%20photographer',
  '/claim?slug=n8n',
  '/product/chatwot',
  '/search?q=browser%20automation',
  '/search?q=wedding%20photographer',
  '/search?q=mcp%20install',
  '/compare?slugs=dify,n8n',
  '/compare?slugs=dfy,n8n',
  '/status',
  '/docs/submit',
  '/docs/mcp',
  '/docs/api/submit-product',
  '/docs/api/list-products',
]
const html = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  // Astro writes void elements and boolean attributes in its own, valid, way.
  rules: {
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-implicit-button-type': 'off',
    'long-title': 'off',
    'require-sri': ['error', { target: 'crossorigin' }],
    'form-dup-name': ['error', { shared: ['checkbox'] }],
  },
})

const { source: axeSource } = createRequire(import.meta.resolve('@axe-core/playwright'))(
  'axe-core',
) as { source: string }

// Legacy mode: our pages have no frames, so axe needs no second window. The source is empty because
// the page has axe already. Only violations are reported: listing all passes takes longer than the checks.
const axe = (page: Page) =>
  new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })

// No page is asked for twice: no test changes what another reads.
const answers = fifoCache<string, ReturnType<typeof request>>(100_000)
const read = (path: string) => answers(path, () => request(at(path)))

// All pages share one browser context; one page stays open, so that its process does.
let context: BrowserContext
beforeAll(async () => {
  context = await held.browser.newContext({ colorScheme: 'light' })
  await (await context.newPage()).goto(at('/robots.txt'))
})

describe.each([...templates, ...further])('the page %s', (path) => {
  it('is valid HTML', async () => {
    const report = await html.validateString((await read(path)).text)
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ line, message }) => `${line}: ${message}`),
      ),
    ).toEqual([])
  })

  it('tells machines what it is in words that schema.org has', async () => {
    const { text } = await read(path)
    const things = jsonLdOf(text)
    expect(things.length > 0).toBe(!/<meta name="robots" content="noindex">/.test(text))
    expect(things.flatMap((thing) => problemsOf(thing))).toEqual([])
  })
})

describe.each(templates)('the page %s in a browser', (path) => {
  let visit: ReturnType<typeof watchVisit>
  let page: Page
  const refused: string[] = []
  // Opened once: the checks below only read it.
  beforeAll(async () => {
    page = await context.newPage()
    // With an empty cache: the budgets are those of a first visit.
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !message.text().includes('404') &&
        refused.push(message.text()),
    )
    visit = watchVisit(page)
    await page.goto(at(path))
  })
  afterAll(() => page.close())

  it('is small, requests no other host, and has no layout shift', async () => {
    const loaded = await visit()
    expect(overBudget(loaded)).toEqual([])
    expect([...loaded.hosts]).toEqual([new URL(at(path)).host])
    expect(await layoutShift(page)).toBe(0)
  })

  it('has no accessibility problem in either scheme and loads without a refused resource', async () => {
    await page.evaluate(axeSource)
    const inLight = await axe(page).analyze()
    // A colour scheme changes colours only.
    await page.emulateMedia({ colorScheme: 'dark' })
    const inDark = await axe(page).withRules('color-contrast').analyze()
    // The reader's own choice overrides both.
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    const inForced = await axe(page).withRules('color-contrast').analyze()
    await page.emulateMedia({ forcedColors: 'none' })
    expect(
      [...inLight.violations, ...inDark.violations, ...inForced.violations].map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
      ),
    ).toEqual([])
    expect(inDark.passes.length + inDark.incomplete.length).toBeGreaterThan(0)
    expect(refused).toEqual([])
  })

  it('is readable at 320 pixels, without a scroll bar at the side', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  })
})

it('every link of the site leads to a page, and every fragment to its place', async () => {
  const seen = new Set<string>()
  const found = new Set(['/'])
  const broken: string[] = []
  const visit = async (path: string) => {
    const [address = '', fragment] = path.split('#')
    const isFirst = !seen.has(address)
    seen.add(address)
    const { status, headers, text } = await read(address)
    if (fragment && !text.includes(`id="${fragment}"`)) broken.push(path)
    if (isFirst && status !== 200) broken.push(`${address}: ${status}`)
    if (!isFirst || !headers['content-type']?.startsWith('text/html')) return
    // Combinations of facets are too many to visit: they are noindex.
    const followed = text.replace(/<a [^>]*rel="nofollow"[^>]*>/g, '')
    for (const [, link] of followed.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const url = new URL(link!.replaceAll('&amp;', '&'), at(address))
      const isOurs = url.origin === inject('served').url || url.hostname === 'localhost'
      if (isOurs) found.add(url.pathname + url.search + url.hash)
    }
  }
  // What is found on the way is visited next, so that the service and this test work at once.
  for (let queue = ['/'], done = 0; queue.length > 0; queue = [...found].slice(done)) {
    for (let at = 0; at < queue.length; at += 8)
      await Promise.all(queue.slice(at, at + 8).map(visit))
    done += queue.length
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(240)
})

it('no two pages of the sitemap have a title or description in common, and each is shown whole', async () => {
  const { text: sitemap } = await request(at('/sitemap.xml'))
  const seen = new Map<string, string>()
  const problems: string[] = []
  for (const [, url] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const { pathname, search } = new URL(url!)
    const { text } = await read(pathname + search)
    const [, title = ''] = /<title>([^<]+)<\/title>/.exec(text) ?? []
    const [, description = ''] = /<meta name="description" content="([^"]+)"/.exec(text) ?? []
    // An entity is one letter.
    const letters = description.replace(/&[#\w]+;/g, '.').length
    if (letters === 0 || letters > 155) problems.push(`${url}: ${letters} letters`)
    if (/content="noindex/.test(text)) problems.push(`${url} is in no index`)
    for (const words of [`title ${title}`, `description ${description}`]) {
      if (seen.has(words)) problems.push(`${url} and ${seen.get(words)}: ${words}`)
      seen.set(words, url!)
    }
  }
  expect(problems).toEqual([])
  expect(seen.size).toBeGreaterThan(400)
})

it('the picture of each kind of page is there, of the size that it says, and named by what is in it', async () => {
  for (const path of ['/', '/product/n8n', '/stack/postgresql', '/agents/research', '/docs']) {
    const { text } = await request(at(path))
    const meta = (name: string) =>
      new RegExp(`property="${name}" content="([^"]+)"`).exec(text)?.[1]
    const { pathname } = new URL(meta('og:image')!)
    expect(pathname).toMatch(/^\/og\/[a-z0-9-]+\.[0-9a-f]{12}\.png$/)
    const picture = await request(at(pathname))
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(picture.headers['cache-control']).toContain('immutable')
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(meta('og:image:alt')).toBeTruthy()
  }
})

it('the feeds that a page names are there, and are feeds', async () => {
  for (const path of ['/changelog', '/agents/research', '/tasks/build-software', '/stack/redis']) {
    const { text } = await request(at(path))
    const feeds = [...text.matchAll(/type="(application\/(?:atom|feed)[^"]+)" href="([^"]+)"/g)]
    expect(feeds).toHaveLength(2)
    for (const [, type, href] of feeds) {
      const feed = await request(at(href!))
      expect([feed.status, feed.headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
      expect(feed.text).toContain('/product/')
    }
  }
})

it('the icons of the tools are one file, which has each that the stack names', async () => {
  const { text } = await request(at('/stack'))
  const named = [...text.matchAll(/<use href="([^"#]+)#([^"]+)"/g)]
  expect(named.length).toBeGreaterThan(50)
  const [file, ...others] = new Set(named.map(([, address]) => address!))
  expect(others).toEqual([])
  const sprite = await request(at(file!))
  expect(sprite.headers['content-type']).toMatch(/^image\/svg\+xml/)
  expect(sprite.headers['cache-control']).toContain('immutable')
  expect(named.filter(([, , slug]) => !sprite.text.includes(`<symbol id="${slug}"`))).toEqual([])
})

it('the icon of each tool is at its address', async () => {
  const { text } = await request(at('/stack'))
  const slugs = [...text.matchAll(/<use href="[^"#]+#([^"]+)"/g)].map(([, slug]) => slug!)
  for (const slug of slugs) {
    const icon = await request(at(`/icons/${slug}.svg`))
    expect(icon.text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/s)
    expect(icon.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/),
      'cache-control': 'public, max-age=86400',
    })
  }
  expect((await request(at('/api/v1/products/chatwoot'))).text).toContain('/icons/ruby.svg"')
})

it('an unknown address is the 404 page', async () => {
  const answer = await request(at('/product/nobody-has-this'))
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('There is nothing here')
})

it('pages carry one strict CSP and no inline script or style', async () => {
  const { headers, text } = await request(at('/product/n8n'))
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(text).not.toMatch(/<style|\sstyle=|\son\w+=/)
  // Every script is a file of this host; JSON-LD is data.
  const scripts = [...text.matchAll(/<script ([^>]*)>([^<]*)/g)].filter(
    ([, attributes]) => !attributes!.includes('application/ld+json'),
  )
  expect(scripts.length).toBeGreaterThan(0)
  for (const [, attributes, content] of scripts) {
    expect(attributes).toMatch(/^type="module" src="\/_astro\/[\w.-]+\.js"$/)
    expect(content).toBe('')
  }
})

it('the submit form keeps what was typed and says what is wrong, in a browser without JavaScript', async () => {
  const page = await held.browser.newPage({ javaScriptEnabled: false })
  await page.goto(at('/submit'))
  await page.getByLabel('Product name').fill('Kept <name>')
  await page.getByLabel('Homepage').fill('https://127.0.0.1/')
  await page.getByLabel('Description').fill('It "keeps" what was typed.')
  await page.getByLabel('Your e-mail').fill('ada@letters.example')
  for (const text of ['All tools by their kind', 'Back end and databases'])
    await page.getByText(text).click()
  await page.getByLabel('PostgreSQL').check()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('IP address')
  expect(await page.getByLabel('Product name').inputValue()).toBe('Kept <name>')
  expect(await page.getByLabel('Description').inputValue()).toBe('It "keeps" what was typed.')
  expect(await page.getByLabel('PostgreSQL').isChecked()).toBe(true)
  expect(await page.getByLabel('Homepage').getAttribute('aria-invalid')).toBe('true')

  const product = validSubmission()
  await page.getByLabel('Homepage').fill(product.url)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Your submission is in review',
  )
  // The number depends on what other tests decided before.
  expect(
    await page.getByRole('listitem').filter({ hasText: 'An editor reads it' }).textContent(),
  ).toMatch(/Too few were decided on|were decided on within \d/)
  const shown = JSON.parse((await editor(['show', 'kept-name', '--json'])).stdout) as Record<
    string,
    unknown
  >
  // The site's own form is a person, not an agent.
  expect(shown).toMatchObject({
    name: 'Kept <name>',
    tools: ['postgresql'],
    submitted_by_agent: false,
  })
  await page.close()
})
