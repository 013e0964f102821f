import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

const removed: ReadonlySet<string> = new Set([
  // Removed: in a single process, the browser ends when the first window is closed.
  '--single-process',
  // Removed: a software graphics card takes a fifth of the CPU time, and no page needs one.
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
])

// Pages of a context share a process, so that a script is compiled only once.
const added = ['--disable-gpu', '--process-per-site']

/**
 * A headless browser, installed by npm. Call this at the top of a test file; `browser` is set
 * before the first test.
 */
export function testBrowser(): { browser: Browser } {
  const held = {} as { browser: Browser }
  beforeAll(async () => {
    const args = chromium.args.filter((argument) => !removed.has(argument)).concat(added)
    held.browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args,
      headless: true,
    })
  })
  afterAll(() => held.browser?.close())
  return held
}
