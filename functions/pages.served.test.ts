import { expect, it } from 'vitest'
import type { ProductDetail } from '#contract/resources/product.ts'
import { proofView } from '#present/product/product-proof.ts'
import { day } from '#present/words.ts'
import { at } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { request } from '#testing/service.ts'

const held = testBrowser()

it('the search box of any page leads to the results, without JavaScript', async () => {
  const page = await held.browser.newPage({ javaScriptEnabled: false })
  await page.goto(at('/product/n8n'))
  await page.getByLabel('Search').fill('chatwot')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Chatwoot', exact: true }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Chatwoot')
})

it('a filtered list takes the parameter names of the API, too, drops a former `layout`, and is HTML whatever the Accept header', async () => {
  const narrowed = '/products?use=voice&tool=livekit'
  const named = await request(at('/products?agent_use_case=voice&tool=livekit'))
  expect([named.status, named.headers['location']]).toEqual([301, narrowed])
  const former = await request(at(`${narrowed}&layout=table`))
  expect([former.status, former.headers['location']]).toEqual([301, narrowed])
  expect((await request(at('/products?layout=table'))).status).toBe(200)
  const asked = await request(at(narrowed), { headers: { accept: 'text/markdown' } })
  // A filtered list has no Markdown version, and that of all products would be a wrong answer.
  expect([asked.status, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(asked.text).toContain('Voice, LiveKit')
})

it.each([
  [
    '/product/roo-code',
    /<title>Roo Code \(sunset\):[^]*<h1[^]*Sunset since 15 May 2026: it was shut down\.[^]*class="lead"/,
  ],
  ['/product/roo-code.md', /^# Roo Code\n\n\*\*Sunset since 15 May 2026: it was shut down\./],
])('%s says first that the product was shut down', async (path, first) => {
  const { status, text } = await request(at(path))
  expect([status, text]).toEqual([200, expect.stringMatching(first)])
})

it('lists leave out what was shut down, and the sitemap keeps its page', async () => {
  const paths = ['/products?use=operations&tool=shadcn-ui', '/agents/operations']
  for (const path of paths) expect((await request(at(path))).text).not.toContain('Roo Code')
  const sitemap = await request(at('/sitemap.xml'))
  expect(sitemap.text).toContain('/product/roo-code<')
})

it('the filters name each state of a product that a listing has, and lead to what was shut down', async () => {
  const { text } = await request(at('/products'))
  const states = [...text.matchAll(/href="\/products\?lifecycle=([a-z]+)"/g)].map(
    ([, state]) => state,
  )
  expect(states).toEqual(expect.arrayContaining(['active', 'sunset']))
  const ended = (await request(at('/products?lifecycle=sunset'))).text
  expect(ended).toContain('Roo Code')
})

it('the page of a listing says the day of its source, the day of the look, and who or what read it', async () => {
  const answer = await request(at('/api/v1/products/vane'))
  const { proof, trust } = (JSON.parse(answer.text) as { product: ProductDetail }).product
  const { text } = await request(at('/product/vane'))
  expect(text).toContain(proofView(proof, 0).copy!)
  const { commit, at: read, by } = trust!.reading!
  expect(text).toMatch(
    new RegExp(
      `Its sources were read at commit ${commit.slice(0, 7)}.* on ${day(read)}, by ${RegExp.escape(by)}`,
    ),
  )
})

it.each(['history.ndjson', 'snapshot.sqlite'])('the page of the data names %s', async (name) => {
  expect((await request(at('/docs/data-access'))).text).toMatch(
    new RegExp(`href="[^"]*/data/${RegExp.escape(name)}"`),
  )
})

it('a comparison has a link to remove each product, large enough for a finger', async () => {
  const page = await held.browser.newPage({ viewport: { width: 320, height: 800 } })
  await page.goto(at('/compare?slugs=n8n,dify,retell-ai'))
  const links = await page.getByRole('link', { name: /^Compare without / }).all()
  expect(links).toHaveLength(3)
  expect(await links[0]!.boundingBox()).toMatchObject({ width: 28, height: 28 })
  await links[1]!.click()
  await page.waitForURL('**/compare?slugs=n8n,retell-ai')
})

it('the claim marks of a comparison link to the decisions about the claims', async () => {
  const claims = async (path: string) => {
    const { text } = await request(at(path))
    const [, row = ''] = text.split('>Claim</th>')
    return [...row.split('</tr>')[0]!.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  }
  // The claims of both have the same state, or different ones.
  for (const one of ['langsmith', 'retell-ai'])
    expect(await claims(`/compare?slugs=${one},pipecat`)).toEqual([
      `/product/${one}#evidence`,
      '/product/pipecat#evidence',
    ])
  expect((await request(at('/product/pipecat'))).text).toContain('id="evidence"')
})

it('a listing links to a comparison that has it, and offers its neighbours', async () => {
  const { text } = await request(at('/product/n8n'))
  expect(text).toMatch(/href="\/compare\?slugs=n8n"[^>]*>\s*Compare\s*</)
  expect((await request(at('/compare?slugs=n8n'))).text).toMatch(/href="\/compare\?slugs=n8n,/)
})

it('search engines may read the comparison of a near pair, which the sitemap names, and no other', async () => {
  const { text: sitemap } = await request(at('/sitemap.xml'))
  const named = [...sitemap.matchAll(/<loc>[^<]*(\/compare\?[^<]+)<\/loc>/g)].map(
    ([, path]) => path!,
  )
  expect(named.length).toBeGreaterThan(100)
  const near = (await request(at(named[0]!))).text
  expect(near).toContain(`${named[0]}">`)
  expect(near).not.toContain('noindex')
  const far = '/compare?slugs=n8n,retell-ai'
  expect(named).not.toContain(far)
  expect((await request(at(far))).text).toContain('content="noindex, follow"')
})

it('two products are chosen and compared at an address that can be shared, without JavaScript', async () => {
  const page = await held.browser.newPage({ javaScriptEnabled: false })
  await page.goto(at('/compare'))
  await page.getByLabel('First').fill('pipecat')
  // Typed as people write it, with a letter missing; the page offers the name.
  await page.getByLabel('Second').fill('livekit agnts')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('“livekit agnts” may be').waitFor()
  await page.getByLabel('Second').fill('livekit agents')
  await page.getByRole('button', { name: 'Compare' }).click()
  expect(new URL(page.url()).search).toBe('?slugs=pipecat,livekit-agents')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Pipecat and LiveKit Agents compared',
  )
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: 'The topic of both is voice agents.' })
      .count(),
  ).toBe(1)
})

it('a field of the comparison takes the name of a product that is suggested', async () => {
  const page = await held.browser.newPage()
  await page.goto(at('/compare'))
  await page.getByLabel('First').fill('livekit ag')
  await page.getByRole('option', { name: 'LiveKit Agents' }).click()
  expect(await page.getByLabel('First').inputValue()).toBe('LiveKit Agents')
  expect(await page.getByRole('option').count()).toBe(0)
})

it('backticks in the prose of a listing mark code, and Markdown has them as they are', async () => {
  const { text } = await request(at('/product/context7'))
  expect(text).toContain('the command line <code dir="ltr">ctx7</code> comes')
  expect((await request(at('/product/context7.md'))).text).toContain('ctx7')
})

it('a list of the products of a tool names the line of code of each, or links its evidence', async () => {
  const { text } = await request(at('/stack/livekit'))
  expect(text).toMatch(/LiveKit: see <a href="\/product\/[a-z0-9-]+#evidence">its evidence<\/a>/)
  expect(text).not.toContain('no line of code')
})

it('the page of a founder is linked from the listing, and is noindex while it has one listing', async () => {
  const listing = await request(at('/product/n8n'))
  expect(listing.text).toContain('<a href="/founders/jan-oberhauser">Jan Oberhauser</a>')
  // The name appears once, as the link.
  expect(listing.text.match(/>Jan Oberhauser</g)).toHaveLength(1)
  const founder = await request(at('/founders/jan-oberhauser'))
  expect(founder.text).toContain('<meta name="robots" content="noindex, follow"')
  expect(founder.text).toContain('href="/product/n8n"')
  expect((await request(at('/founders/nobody'))).status).toBe(404)
})

it.each([
  ['/about', '/docs/about'],
  ['/agents', '/topics#use-cases'],
  ['/agents/voice/with/livekit', '/agents/voice'],
  ['/agents/voice/with/livekit.atom', '/agents/voice.atom'],
  ['/agents/voice/with/livekit.json', '/agents/voice.json'],
  ['/changelog/listed', '/changelog#listed'],
  ['/compare/pairs', '/compare'],
  ['/compare/dify/n8n', '/compare?slugs=dify,n8n'],
  ['/data', '/docs/data-access'],
  ['/editorial', '/docs/review'],
  ['/for/companies/2', '/products?for=companies&page=2'],
  ['/founders', '/products'],
  ['/kinds/agent-native', '/products?kind=agent-native'],
  ['/licence/open-source.atom', '/changelog.atom'],
  ['/most-wanted', '/submit'],
  ['/proof/every-tool', '/products?proof=every-tool'],
  ['/stack/category/backend-db', '/stack#backend-db'],
  ['/stats', '/trends'],
  ['/stats.md', '/trends.md'],
  ['/tasks', '/topics#tasks'],
  ['/weekly', '/changelog'],
  ['/weekly.md', '/changelog.md'],
])('the withdrawn address %s leads to %s for good', async (from, location) => {
  const { status, headers } = await request(at(from))
  expect([status, headers['location']]).toEqual([308, location])
  expect((await request(at(location))).status).toBe(200)
})

it('a query is escaped on the page, and an invalid one has the status of the API', async () => {
  const search = await request(at('/search?q=%3Cscript%3Ealert(1)%3C/script%3E'))
  expect(search.status).toBe(200)
  // Inside a quoted attribute `<` needs no escape.
  expect(search.text.replace(/value="[^"]*"/g, '')).not.toContain('<script>')
  expect((await request(at(`/search?q=${'x'.repeat(201)}`))).status).toBe(400)
  const compare = await request(at('/compare?slugs=%3Cb%3E,n8n'))
  expect(compare.status).toBe(400)
  expect(compare.text.replace(/value="[^"]*"/g, '')).not.toContain('<b>')
  expect((await request(at('/compare?slugs=n8n,nobody-has-this'))).status).toBe(404)
  // The redirect is built from slugs, so it cannot leave the site.
  const refused = await request(at('/compare?left=//evil.example&right=x'))
  expect([refused.status, refused.headers.location]).toEqual([404, undefined])
  const redirected = await request(at('/compare?right=dify&left=n8n&third=n8n'))
  expect([redirected.status, redirected.headers.location]).toEqual([301, '/compare?slugs=n8n,dify'])
  // A part that only one name has is enough.
  const part = await request(at('/compare?left=Retell&right=dify'))
  expect(part.headers.location).toBe('/compare?slugs=retell-ai,dify')
  const { text: offered } = await request(at('/compare?left=Codex&right=dify'))
  expect(offered).toMatch(/“<bdi>Codex<\/bdi>” may be [^]*\/compare\?slugs=openai-codex,dify/)
  // All orders of the same products have one canonical address.
  const { text } = await request(at('/compare?slugs=n8n,dify,chatwoot'))
  expect(text).toMatch(/rel="canonical" href="[^"]*\/compare\?slugs=chatwoot,dify,n8n"/)
})

it.each(['roo code', 'Zoo Code'])('a search for %s says what became of it', async (q) => {
  const { text } = await request(at(`/search?q=${encodeURIComponent(q)}`))
  expect(text).toMatch(/Roo Code: Sunset since 15 May 2026: it was shut down\. Its successor: Zoo/)
  expect(text).toContain('href="/product/roo-code"')
})
