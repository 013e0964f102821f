import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

/**
 * A real headless browser, from npm alone. Call it at the top of a test file; it is there from the
 * first test on.
 */
export function testBrowser(): { browser: Browser } {
  const held = {} as { browser: Browser }
  beforeAll(async () => {
    // In one process the browser ends with its first closed window.
    const args = chromium.args.filter((argument) => argument !== '--single-process')
    held.browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args,
      headless: true,
    })
  })
  afterAll(() => held.browser?.close())
  return held
}
