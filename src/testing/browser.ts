import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

const left: ReadonlySet<string> = new Set([
  // In one process the browser ends with its first closed window.
  '--single-process',
  // A graphics card in software: a fifth of the work of a visit, and no page draws in 3D.
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
])

// Pages of one context share a process, in which a script is compiled once for all of them.
const added = ['--disable-gpu', '--process-per-site']

/**
 * A real headless browser, from npm alone. Call it at the top of a test file; it is there from the
 * first test on.
 */
export function testBrowser(): { browser: Browser } {
  const held = {} as { browser: Browser }
  beforeAll(async () => {
    const args = chromium.args.filter((argument) => !left.has(argument)).concat(added)
    held.browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args,
      headless: true,
    })
  })
  afterAll(() => held.browser?.close())
  return held
}
