import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`
let page: Page
let loads: string[]
beforeEach(async () => {
  page = await held.browser.newPage()
  loads = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  await page.goto(at('/products'))
})
afterEach(() => page.close())

const filter = (name: string) => page.locator('#filters a', { hasText: name }).first()
const heading = () => page.getByRole('heading', { level: 1 })

it('a filter swaps the list for that of its page, which is not loaded', async () => {
  await filter('Research').click()
  await page.waitForURL('**/agents/research')
  await heading().filter({ hasText: 'Research agents' }).waitFor()
  expect(await page.title()).toContain('Research agents')
  expect(await filter('Research').getAttribute('aria-current')).toBe('true')
  expect(await page.evaluate('document.activeElement.firstChild.textContent.trim()')).toBe(
    'Research',
  )
  const total = await page.locator('.bar strong').textContent()
  expect(await page.getByRole('status').textContent()).toBe(total)
  expect(loads).toEqual(['/products'])
})

it('a filter low in its column leads to the top of what is left, and stays in focus', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(at('/agents/voice'))
  const livekit = filter('LiveKit')
  await livekit.scrollIntoViewIfNeeded()
  const top = '#results'
  expect((await page.locator(top).boundingBox())!.y).toBeLessThan(0)
  await livekit.click()
  await page.waitForURL('**/products?use=voice&tool=livekit')
  await page.getByRole('status').filter({ hasText: 'product' }).waitFor()
  const { y } = (await page.locator(top).boundingBox())!
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y).toBeLessThan(800)
  expect(await page.evaluate('document.activeElement.firstChild.textContent.trim()')).toBe(
    'LiveKit',
  )
})

it('from the keyboard neither the filters nor the products stand before the other pages', async () => {
  const press = async (key: string, of: string) => {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press(key)
      const focused = (await page.evaluate('document.activeElement.textContent.trim()')) as string
      if (focused === of) return
    }
    throw new Error(`${of} was not reached`)
  }
  await press('Tab', 'Skip the filters')
  await page.keyboard.press('Enter')
  await press('Tab', 'Skip to the other pages')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Page 2')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products/2')
})

it('results in view stay where they are', async () => {
  const before = await page.locator('#results').boundingBox()
  await filter('Research').click()
  await heading().filter({ hasText: 'Research agents' }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)
  expect(before!.y).toBeGreaterThan(0)
})

const total = async () => Number.parseInt((await page.locator('.bar strong').textContent())!, 10)
const count = async (name: string) =>
  Number.parseInt((await filter(name).locator('b').textContent())!, 10)

it('a second tool asks for what has both, as many as it said, and each can be taken away', async () => {
  await page.goto(at('/products?use=research&tool=python'))
  const one = await total()
  const both = await count('FastAPI')
  expect(both).toBeGreaterThan(0)
  expect(both).toBeLessThan(one)
  await filter('FastAPI').click()
  await page.waitForURL('**/products?use=research&tool=fastapi&tool=python')
  await heading().filter({ hasText: 'built with FastAPI and Python' }).waitFor()
  expect(await total()).toBe(both)
  await page.getByRole('link', { name: 'Remove the filter Built with Python' }).click()
  await page.waitForURL('**/products?use=research&tool=fastapi')
  expect(loads).toEqual(['/products', '/products'])
})

it('a second value of a group adds its products, and any of the tools can be asked for', async () => {
  await page.goto(at('/agents/voice'))
  const voice = await total()
  const support = await count('Support')
  await filter('Support').click()
  await page.waitForURL('**/products?use=support&use=voice')
  await heading().filter({ hasText: 'Support or Voice' }).waitFor()
  // Other tests publish listings meanwhile.
  expect(await total()).toBeGreaterThanOrEqual(voice + support)
  await page.goto(at('/products?tool=langgraph&tool=livekit'))
  const both = await total()
  await page.getByRole('link', { name: 'any of them' }).click()
  await page.waitForURL('**/products?any_tool=langgraph&any_tool=livekit')
  await heading().filter({ hasText: 'with LangGraph or LiveKit' }).waitFor()
  expect(await total()).toBeGreaterThan(both)
})

it('a tool that is typed is added by what people call it, and the next can be typed at once', async () => {
  await page.goto(at('/agents/research'))
  loads.length = 0
  const field = page.getByLabel('Another tool')
  await field.focus()
  await page.locator('#tool-names option[value="LangGraph"]').waitFor({ state: 'attached' })
  await field.fill('lang graph')
  await field.press('Enter')
  await page.waitForURL('**/products?use=research&tool=langgraph')
  const next = page.getByLabel('With all of these, and')
  await next.waitFor()
  expect(await next.evaluate((node) => node === document.activeElement)).toBe(true)
  await next.fill('pyton')
  await next.press('Enter')
  await page.getByText('The directory has no tool called').waitFor()
  const nearest = page.locator('main > p').getByRole('link', { name: 'Python', exact: true })
  expect(await nearest.getAttribute('href')).toBe(
    '/products?use=research&tool=langgraph&tool=python',
  )
  // An unknown name is not sent again.
  await next.fill('PYTHON')
  await next.press('Enter')
  await page.waitForURL('**/products?use=research&tool=langgraph&tool=python')
  expect(loads).toEqual([])
})

it('several tools are chosen without JavaScript, too', async () => {
  const plain = await held.browser.newPage({ javaScriptEnabled: false })
  await plain.setViewportSize({ width: 1280, height: 800 })
  await plain.goto(at('/agents/research'))
  await plain.getByLabel('Another tool').fill('LangGraph')
  await plain.getByRole('button', { name: 'Add', exact: true }).click()
  expect(new URL(plain.url()).search).toBe('?use=research&tool=langgraph')
  await plain.locator('#filters a', { hasText: 'Python' }).first().click()
  expect(new URL(plain.url()).search).toBe('?use=research&tool=langgraph&tool=python')
  // A tool alone is a filter, too.
  await plain.goto(at('/products'))
  await plain.getByLabel('Another tool').fill('Next.js')
  await plain.getByRole('button', { name: 'Add', exact: true }).click()
  expect(plain.url()).toBe(at('/products?tool=nextjs'))
  await plain.close()
})

it('the order by activity shows the day, the latest first, and the unknown behind', async () => {
  await page.getByRole('link', { name: 'Recently active' }).click()
  await page.waitForURL('**/products?sort=active')
  await page
    .getByText(/commit of /)
    .first()
    .waitFor()
  const said = await page.locator('.traits', { hasText: /commit of/ }).allTextContents()
  const days = said.map((text) => Date.parse(text.replace(/^.*commit of /, '')))
  expect(days).toHaveLength(24)
  expect(days).toEqual(days.toSorted((a, b) => b - a))
  await page.goto(at('/products?proof=none-yet&sort=active'))
  expect(await page.locator('.traits', { hasText: 'no commit seen' }).count()).toBe(
    await page.locator('.card').count(),
  )
})

it('orders keep the filters, and pages keep both, without JavaScript', async () => {
  const plain = await held.browser.newPage({ javaScriptEnabled: false })
  await plain.goto(at('/topics/coding-agents'))
  await plain.getByRole('link', { name: 'Recently active' }).click()
  expect(plain.url()).toBe(at('/products?topic=coding-agents&sort=active'))
  await plain.getByRole('link', { name: 'Page 2' }).click()
  expect(new URL(plain.url()).search).toBe('?topic=coding-agents&sort=active&page=2')
  expect(await plain.locator('.card h2 a').count()).toBeGreaterThan(0)
  await plain.close()
})

it('a group of filters that a reader opened or closed stays so', async () => {
  const fold = (title: string) =>
    page.locator('#filters .groups > details', { hasText: title }).first()
  const isOpen = (title: string) => fold(title).evaluate((node) => node.hasAttribute('open'))
  await fold('Status').locator('summary').click()
  await fold('Licence').locator('summary').click()
  await filter('Research').click()
  await heading().filter({ hasText: 'Research agents' }).waitFor()
  expect([await isOpen('Status'), await isOpen('Licence')]).toEqual([true, false])
})

it('the history leads back and forward through what was chosen', async () => {
  await filter('Research').click()
  await page.waitForURL('**/agents/research')
  await filter('Python').click()
  await page.waitForURL('**/products?use=research&tool=python')
  await page.goBack()
  await heading().filter({ hasText: 'Research agents' }).waitFor()
  await page.goBack()
  await heading().filter({ hasText: 'Agent products' }).waitFor()
  expect(page.url()).toBe(at('/products'))
  expect(loads).toEqual(['/products'])
})

it('what cannot be fetched is gone to', async () => {
  await page.route('**/agents/research', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  )
  await filter('Research').click()
  await heading().filter({ hasText: 'Research agents' }).waitFor()
  expect(loads).toEqual(['/products', '/agents/research'])
})
