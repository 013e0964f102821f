import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { reportFact } from '#contract/operations/report-fact.ts'
import { call } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { editor, invited, pending } from '#testing/editor.ts'
import { freshAddress, request } from '#testing/service.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`
const { source: axeSource } = createRequire(import.meta.resolve('@axe-core/playwright'))(
  'axe-core',
) as { source: string }

const hostile = '"><h1 id="hostile">Approved</h1><img src=x onerror="document.title=1"> an agent.'
let hostileSlug: string
let page: Page
beforeAll(async () => {
  hostileSlug = await pending({
    description: hostile,
    qualification_type: 'agent_native',
    agent_use_case: 'support',
    agent_tools_used: ['Claude'],
    qualification_statement: hostile,
    workflow_summary: hostile,
    supporting_links: ['https://letterbox.example/how?a=1,2', 'https://letterbox.example/demo'],
  })
  const about = { slug: 'n8n', fact: 'state', message: hostile }
  const headers = { 'content-type': 'application/json' }
  await call(reportFact, '/reports', { headers, body: JSON.stringify(about), from: freshAddress() })
  page = await held.browser.newPage()
  await page.goto(at('/editor'))
  await page.getByLabel('Your token').fill((await invited('publisher')).token)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
})
afterAll(() => page.close())

/** Presses Tab until the focus is at this element. */
async function tabTo(selector: string) {
  for (let index = 0; index < 150; index++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

describe('the pages of the desk', () => {
  it.each(['/editor', '/editor/case', '/editor/reports'])(
    '%s has no accessibility problem in either scheme, and fits 320 pixels',
    async (path) => {
      await page.goto(at(path.replace('case', hostileSlug)))
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '')
      })
      await page.evaluate(axeSource)
      const axe = () => new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode(true)
      const found = []
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await axe().analyze()).violations)
      }
      expect(found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      )
      const framed = await page.evaluate(
        () =>
          [...document.querySelectorAll('main table.cases')].filter(
            ({ parentElement: frame }) => frame!.scrollWidth > frame!.clientWidth,
          ).length,
      )
      expect(framed).toBe(0)
      await page.setViewportSize({ width: 1280, height: 720 })
    },
  )

  it('show hostile texts as they were sent, and no markup of them; each link can be opened', async () => {
    await page.goto(at(`/editor/${hostileSlug}`))
    expect(await page.locator('#hostile, main img[src="x"]').count()).toBe(0)
    expect(await page.getByText(hostile).count()).toBeGreaterThan(2)
    expect(
      await page
        .locator('main dd a[target=_blank]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(
      expect.arrayContaining([
        'https://letterbox.example/how?a=1,2',
        'https://letterbox.example/demo',
      ]),
    )
    await page.goto(at('/editor/reports'))
    expect(await page.locator('#hostile').count()).toBe(0)
    expect(await page.getByText(hostile).count()).toBe(1)
  })

  it('need no mouse: a submission is refused by keyboard, and what was typed stays if that fails', async () => {
    const slug = await pending()
    await page.goto(at('/editor'))
    await tabTo(`main a[href="/editor/${slug}"]`)
    await page.keyboard.press('Enter')
    await page.waitForURL(at(`/editor/${slug}`))
    await tabTo('details:has([value=reject]) > summary')
    await page.keyboard.press('Enter')
    await tabTo('details:has([value=reject]) textarea')
    await page.keyboard.type('bad')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing was changed.').waitFor()
    expect(await page.locator(':focus').getAttribute('role')).toBe('alert')
    const words = page.locator('details[open]:has([value=reject]) textarea')
    expect(await words.inputValue()).toBe('bad')
    await tabTo('details:has([value=reject]) textarea')
    await page.keyboard.press('End')
    await page.keyboard.type(' grammar, and no product')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Yes, do it' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('is rejected').waitFor()
    expect(await page.locator(':focus').getAttribute('role')).toBe('status')
    const { stdout } = await editor(['show', slug, '--json'])
    expect(stdout).toContain('bad grammar, and no product')
  })

  it('name who did what since the page was read, and decide nothing then', async () => {
    const slug = await pending()
    await page.goto(at(`/editor/${slug}`))
    await editor(['edit', slug, 'description=It is something else now.', '--as', 'pat', '--yes'])
    await page.locator('#decide').getByRole('button', { name: 'Approve', exact: true }).click()
    const yes = page.getByRole('button', { name: 'Yes, do it' })
    const since = page.getByRole('region', { name: 'Since you read it' })
    await yes.or(since).first().waitFor()
    while (await yes.isVisible()) await yes.click()
    expect(await since.innerText()).toContain('pat, edit')
  })

  it('show a reviewer no form that decides, and need no script', async () => {
    const context = await held.browser.newContext({ javaScriptEnabled: false })
    const other = await context.newPage()
    await other.goto(at(`/editor/${hostileSlug}`))
    await other.getByLabel('Your token').fill((await invited('reviewer')).token)
    await other.keyboard.press('Enter')
    await other.getByText('What was sent').waitFor()
    expect(await other.locator('#decide summary').allInnerTexts()).toEqual(['Leave a note'])
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByLabel('Your token').waitFor()
    await context.close()
  })
})

it('every answer is private, and no public page leads here', async () => {
  for (const path of ['/editor', '/editor/n8n', '/editor/reports', '/editor/no-such-listing']) {
    const { status, headers, text } = await request(at(path))
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
    expect(text).toContain('Your token')
  }
  for (const path of ['/', '/product/n8n', '/docs', '/submit', '/sitemap.xml', '/llms.txt'])
    expect((await request(at(path))).text).not.toMatch(/\/editor(?:["/?<]|$)/m)
})
