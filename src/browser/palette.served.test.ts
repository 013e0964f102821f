import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`

describe('the search palette', () => {
  let page: Page
  beforeAll(async () => {
    page = await held.browser.newPage()
  })
  afterAll(() => page.close())

  const option = (name: string) => page.getByRole('option', { name })

  it('opens with /, forgives two slips, and Enter leads to the page', async () => {
    await page.goto(at('/products'))
    await page.keyboard.press('/')
    await page.getByRole('combobox').pressSequentially('chatwot')
    await option('Chatwoot').waitFor()
    expect(await option('Chatwoot').getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
      await option('Chatwoot').getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/product/chatwoot')
  })

  it('opens with Ctrl+K, also while something is typed; its last row searches everything', async () => {
    await page.goto(at('/products'))
    await page.getByLabel('Search products and tools').focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('a & b')
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain(
      'Search everything for “a & b”',
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=a%20%26%20b')
  })

  it('finds the documentation by what it is about', async () => {
    await page.goto(at('/products'))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('mcp install')
    await option('Connect your agent').waitFor()
    expect(await option('MCP Docs').getAttribute('href')).toBe('/docs/mcp')
    await page.getByRole('combobox').fill('docs')
    expect(await page.getByRole('option').first().getAttribute('href')).toBe('/docs')
  })

  it('keeps the row that somebody is on when the names come late', async () => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => (letThrough = resolve))
    await page.route('**/names.*json', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(at('/products'))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('n8')
    await page.keyboard.press('ArrowUp')
    letThrough()
    await page.getByRole('option', { name: /^n8n/ }).waitFor()
    const selected = page.getByRole('option', { selected: true })
    expect(await selected.textContent()).toContain('Search everything for “n8”')
    // Typing moves the selection back to the best match.
    await page.getByRole('combobox').fill('n8n')
    expect(await selected.textContent()).toContain('n8n')
    await page.unroute('**/names.*json')
  })

  it('has no accessibility problem, moves nothing, and gives the focus back', async () => {
    await page.goto(at('/products'))
    const before = await page.evaluate('document.documentElement.scrollHeight')
    await page.getByRole('navigation', { name: 'Main' }).getByText('Stacks').focus()
    await page.keyboard.press('/')
    await page.getByRole('option').first().waitFor()
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(before)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Stacks')
  })

  it('a / that is typed is a /, and the shortcut can be turned off for good', async () => {
    await page.goto(at('/products'))
    await page.getByLabel('Search products and tools').pressSequentially('a/b')
    expect(await page.getByLabel('Search products and tools').inputValue()).toBe('a/b')
    await page.keyboard.press('Control+k')
    await page.getByRole('checkbox', { name: '/ opens this' }).uncheck()
    await page.reload()
    await page.keyboard.press('/')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('without the names its last row still searches', async () => {
    await page.route('**/names.json', (route) => route.abort())
    await page.goto(at('/products'))
    await page.keyboard.press('Control+k')
    await page.getByText('The names could not be loaded').waitFor()
    await page.getByRole('combobox').fill('n8n')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=n8n')
  })
})
