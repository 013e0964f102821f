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

it('results in view stay where they are', async () => {
  const before = await page.locator('#results').boundingBox()
  await filter('Research').click()
  await heading().filter({ hasText: 'Research agents' }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)
  expect(before!.y).toBeGreaterThan(0)
})

it('a chosen tool says that it is the only one, and leads to where several are asked for', async () => {
  const several = page.locator('#filters a[href="/recommend?stack=livekit"]')
  await page.goto(at('/agents/voice'))
  expect(await several.count()).toBe(0)
  await page.goto(at('/products?use=voice&tool=livekit'))
  expect(await page.locator('#filters p').textContent()).toMatch(
    /One at a time\. For several:\s+what fits your stack/,
  )
  loads.length = 0
  await several.click()
  await heading().filter({ hasText: 'What fits' }).waitFor()
  expect(loads).toEqual(['/recommend'])
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
