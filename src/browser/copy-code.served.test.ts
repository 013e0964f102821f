import { describe, expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`

describe('the page /connect', () => {
  it('copies a sample as it is written in the file, and says so', async () => {
    const page = await held.browser.newPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(at('/connect#codex'))
    await page.locator('#codex summary').click()
    await page.locator('#codex').getByRole('button', { name: 'Copy' }).nth(1).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^\[mcp_servers\.proofstack\]\nurl = "http:\/\/.+\/mcp"$/,
    )
    await page.close()
  })

  it('shows the first client, that of its address, or all, and marks it', async () => {
    const page = await held.browser.newPage()
    await page.goto(at('/connect'))
    const seen = () => page.locator('.client:visible h2').allTextContents()
    expect(await seen()).toEqual(['Claude Code'])
    await page.getByRole('link', { name: 'Cursor', exact: true }).click()
    expect(await seen()).toEqual(['Cursor'])
    const marked = () => page.locator('[data-anchors] [aria-current]').allInnerTexts()
    await expect.poll(marked).toEqual(['Cursor'])
    await page.getByRole('link', { name: 'All clients' }).click()
    expect((await seen()).length).toBeGreaterThan(10)
    await page.close()
  })

  it('without scripts it has every text, and no button that does nothing', async () => {
    const page = await held.browser.newPage({ javaScriptEnabled: false })
    await page.goto(at('/connect#zed'))
    expect(await page.locator('.client:visible h2').allTextContents()).toEqual(['Zed'])
    expect(await page.locator('main button').count()).toBe(0)
    await page.close()
  })
})
