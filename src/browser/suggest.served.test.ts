import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`

describe('a search field', () => {
  let page: Page
  beforeAll(async () => {
    page = await held.browser.newPage()
  })
  afterAll(() => page.close())

  const option = (name: string | RegExp) => page.getByRole('option', { name })
  const field = () => page.getByRole('combobox').first()

  it('is reached by /, forgives two slips, and an arrow and Enter lead to the page', async () => {
    await page.goto(at('/products'))
    await page.keyboard.press('/')
    await field().pressSequentially('chatwot')
    await option('Chatwoot').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await option('Chatwoot').getAttribute('aria-selected')).toBe('true')
    expect(await field().getAttribute('aria-activedescendant')).toBe(
      await option('Chatwoot').getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.waitForURL('**/product/chatwoot')
  })

  it('searches what is typed if nothing is chosen, on the home page, too', async () => {
    await page.goto(at('/'))
    await page.keyboard.press('Control+k')
    await field().pressSequentially('postg')
    await option(/^PostgreSQL/).waitFor()
    // Up from the field is the last suggestion, and down from that the field again.
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('option', { selected: true }).count()).toBe(0)
    expect(await field().inputValue()).toBe('postg')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=postg')
  })

  it('finds the documentation by what it is about', async () => {
    await page.goto(at('/products'))
    await field().fill('mcp install')
    await option('Connect your agent').waitFor()
    expect(await option('MCP Docs').getAttribute('href')).toBe('/docs/mcp')
  })

  it('finds a product that was shut down, by its name and by its successor', async () => {
    await page.goto(at('/products'))
    for (const typed of ['roo cod', 'zoo code']) {
      await field().fill(typed)
      await option(/^Roo Code Shut down, succeeded by Zoo Code/).waitFor()
    }
    // In a field for a product, a choice fills in its name.
    await page.goto(at('/claim'))
    await page.getByLabel('The listing').fill('roo cod')
    await option(/^Roo Code/).click()
    expect(await page.getByLabel('The listing').inputValue()).toBe('Roo Code')
  })

  it('has no accessibility problem, moves nothing, and Escape closes it', async () => {
    await page.goto(at('/products'))
    const before = await page.evaluate('document.documentElement.scrollHeight')
    await field().fill('n8n')
    await option(/^n8n/).first().waitFor()
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(before)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('listbox').count()).toBe(0)
    expect(await field().inputValue()).toBe('n8n')
  })

  it('a / that is typed is a /, and the shortcut can be turned off for good', async () => {
    await page.goto(at('/products'))
    await field().pressSequentially('a/b')
    expect(await field().inputValue()).toBe('a/b')
    await field().blur()
    await page.keyboard.press('/')
    await field().fill('n8n')
    await page.getByRole('checkbox', { name: 'Press / to search' }).uncheck()
    await page.reload()
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
  })

  it('searches without the names', async () => {
    await page.route('**/names.json', (route) => route.abort())
    await page.goto(at('/products'))
    await field().fill('n8n')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=n8n')
  })
})
