// Picking products of a list to compare them, with and without scripts.
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`
const boxes = (page: Page) => page.locator('.pick input')
const slugsIn = (page: Page) => new URL(page.url()).searchParams.get('slugs')!.split(',')

it('at most four are picked, and they stay picked while filters change', async () => {
  const page = await held.browser.newPage()
  await page.goto(at('/products'))
  const first = await boxes(page).first().inputValue()
  await boxes(page).first().check()
  await page.locator('#filters a', { hasText: 'Voice' }).first().click()
  await page.waitForURL('**/agents/voice')
  for (const place of [0, 1]) await page.locator('.pick input:not(:checked)').nth(place).check()
  const compare = page.getByRole('button', { name: 'Compare 3' })
  await compare.waitFor()
  await page.locator('.pick input:not(:checked)').first().check()
  expect(await page.locator('.pick input:disabled').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Compare 4' }).click()
  await page.waitForURL('**/compare?slugs=*')
  expect(slugsIn(page)).toHaveLength(4)
  expect(slugsIn(page)).toContain(first)
  await page.goBack()
  await page.close()
})

it('the keyboard gets from a ticked box to the comparison in one stop, without JavaScript', async () => {
  const page = await held.browser.newPage({ javaScriptEnabled: false })
  await page.goto(at('/products'))
  expect(await page.getByRole('button', { name: 'Compare picked' }).isVisible()).toBe(false)
  const wanted = await Promise.all([0, 1].map((place) => boxes(page).nth(place).inputValue()))
  await boxes(page).first().check()
  await boxes(page).nth(1).focus()
  for (const key of ['Space', 'Tab', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL('**/compare?slugs=*')
  expect(slugsIn(page)).toEqual(wanted)
  await page.close()
})
