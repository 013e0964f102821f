import { expect, it } from 'vitest'
import { at } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { request } from '#testing/service.ts'

const held = testBrowser()

it('a task and ticked tools become an address that can be shared, without JavaScript', async () => {
  const page = await held.browser.newPage({ javaScriptEnabled: false })
  await page.goto(at('/recommend'))
  await page.getByLabel('What should be done?').fill('answer support tickets')
  await page.getByLabel('PostgreSQL').check()
  await page.getByLabel('Tools that you build with').fill('Ruby on Rails, nosuchtool')
  await page.getByRole('button', { name: 'Show what fits' }).click()
  const asked = new URL(page.url()).searchParams
  expect(asked.get('task')).toBe('answer support tickets')
  expect(asked.get('stack')).toBe('postgresql,Ruby on Rails,nosuchtool')
  expect(await page.getByText('knows no tool called').textContent()).toContain('nosuchtool')
  const best = page.locator('#results .card').filter({ hasText: 'Chatwoot' })
  expect(await best.textContent()).toContain(
    'It is built with 2 of the 2 tools asked for: PostgreSQL, Ruby on Rails.',
  )
  expect(await best.textContent()).toMatch(/Fits (?:closely|well) \d+ of 100/)
})

it('the page shows the recommendations of the API, in the same order', async () => {
  const query = 'task=voice%20agent&stack=livekit'
  const api = (await request(at(`/api/v1/recommend?${query}`))).json() as {
    recommendations: { product: { slug: string } }[]
  }
  const { text } = await request(at(`/recommend?${query}`))
  const rows = text.slice(text.indexOf('id="results"'))
  const shown = [...rows.matchAll(/<h3>\s*<a href="\/product\/([^"]+)"/g)].map(([, slug]) => slug)
  expect(shown).toEqual(api.recommendations.map(({ product }) => product.slug))
  expect(shown.length).toBeGreaterThan(0)
})

it('products that use all tools of a stack come under another heading than those that use one', async () => {
  const { text } = await request(at('/recommend?stack=rails,postgres'))
  const results = text.slice(text.indexOf('id="results"'))
  const headings = [...results.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, heading]) => heading)
  expect(headings[0]).toMatch(/^(?:1 uses|\d+ use) both$/)
  expect(headings[1]).toMatch(/^And \d+ use one of them$/)
  expect(results).toMatch(/<a href="\/stack\/postgresql"><bdi>PostgreSQL \(\d+\)/)
  // A shared reason is shown once, and each row begins with the requested tools.
  expect(results.match(/: it is built with 2 of the 2 tools asked for/g)).toHaveLength(1)
  const [, first] = results.split('class="cards"')
  expect(first).toMatch(/aria-label="Built with">\s*<li title="(?:Ruby on Rails|PostgreSQL)">/)
})

it.each(['vector database', 'transactional email'])(
  'the tools that the API names for a %s are linked',
  async (task) => {
    const query = `task=${encodeURIComponent(task)}`
    const { note } = (await request(at(`/api/v1/recommend?${query}`))).json() as { note: string }
    const { text } = await request(at(`/recommend?${query}`))
    const [, section = ''] = text.split('Tools to build it with:')
    const linked = section
      .slice(0, section.indexOf('</p>'))
      .matchAll(/<a href="\/stack\/([^"]+)"><bdi>([^<]+)<\/bdi>/g)
    const names = [...linked].map(([, slug, name]) => `${name} (${slug})`)
    expect(names.length).toBeGreaterThan(0)
    expect(note).toContain(`Tools for it, to build with: ${names.join(', ')}.`)
  },
)

it('the page says when every product for the task is built with other tools', async () => {
  const { text } = await request(at('/recommend?task=customer%20support&stack=lancedb'))
  expect(text).toContain('None of these is built with LanceDB.')
  const other = await request(at('/recommend?task=customer%20support&stack=postgresql'))
  expect(other.text).not.toContain('None of these')
})

it('without results the page says so and links to other ways; the query is escaped', async () => {
  const { status, text } = await request(at('/recommend?task=%3Cscript%3Ewedding%3C/script%3E'))
  expect(status).toBe(200)
  expect(text).toContain('Nothing fits well enough')
  // Inside a quoted attribute `<` needs no escape.
  expect(text.replace(/value="[^"]*"/g, '')).not.toContain('<script>')
  expect((await request(at(`/recommend?task=${'x'.repeat(501)}`))).status).toBe(400)
})

it('a search without results keeps the query and links to other searches', async () => {
  const { text } = await request(at('/search?q=wedding%20photographer'))
  expect(text).toContain('Nothing was found')
  expect(text).toContain('value="wedding photographer"')
  expect(text).toContain('href="/search?q=wedding"')
  expect(text).toContain('href="/recommend?task=wedding%20photographer"')
  expect(text).toContain('href="/submit"')
})

it('a search offers its query as filters, and lists products and tools separately', async () => {
  const { text } = await request(at('/search?q=research%20with%20python'))
  expect(text).toContain('href="/products?use=research&amp;tool=python"')
  expect(text).toMatch(/<h2>Products \(\d+\)<\/h2>/)
  expect((await request(at('/search?q=python&type=tool'))).text).not.toMatch(/<h2>Products/)
})

it('a search lists its matching tools, also when products fill the results', async () => {
  const { text } = await request(at('/search?q=agent'))
  const found = await request(at('/api/v1/search?q=agent&type=tool&limit=50'))
  const tools = (JSON.parse(found.text) as { results: { slug: string }[] }).results
  const every = await request(at('/api/v1/search?q=agent&limit=50'))
  const among = (JSON.parse(every.text) as { results: { type: string }[] }).results
  // Products have displaced some of the tools.
  expect(among.filter(({ type }) => type === 'tool').length).toBeLessThan(tools.length)
  const [, section = ''] = text.split(`<h2>Tools (${tools.length})</h2>`)
  for (const { slug } of tools.slice(0, 32)) expect(section).toContain(`href="/stack/${slug}"`)
  const more = /href="\/search\?q=agent&amp;type=tool"[^>]*>\s*(\d+) more tool/.exec(section)?.[1]
  expect(Number(more ?? 0)).toBe(Math.max(0, tools.length - 32))
})

it('a search links the list of what is built with all tools that the query names, and a recommendation', async () => {
  const { text } = await request(at('/search?q=Rails%20Postgres'))
  expect(text).toContain('href="/products?tool=postgresql&amp;tool=ruby-on-rails"')
  expect(text).toMatch(/href="\/recommend\?stack=postgresql,ruby-on-rails"[^>]*>\s*What fits both/)
  const voice = await request(at('/search?q=voice%20agent%20built%20on%20LiveKit'))
  expect(voice.text).toContain('href="/products?use=voice&amp;tool=livekit"')
  expect(voice.text).not.toContain('What fits both')
})

it('the 404 of a mistyped listing suggests the most similar one', async () => {
  const { status, text } = await request(at('/product/chatwot'))
  expect(status).toBe(404)
  expect(text).toMatch(/Did you mean\s+<a href="\/product\/chatwoot"/)
  expect((await request(at('/product/nobody-has-this'))).text).not.toContain('Did you mean')
})
