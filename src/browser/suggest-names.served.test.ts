import { expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'

const held = testBrowser()

it('a search box suggests names from the first letters on, and what is typed stays', async () => {
  const page = await held.browser.newPage()
  await page.goto(inject('served').url)
  const box = page.getByRole('combobox').or(page.getByRole('searchbox')).first()
  await box.pressSequentially('postg')
  const names = page.locator('datalist', { has: page.locator('option[value="PostgreSQL"]') })
  await names.waitFor({ state: 'attached' })
  expect(await names.getAttribute('id')).toBe(await box.getAttribute('list'))
  expect(await box.inputValue()).toBe('postg')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=postg')
  await page.close()
})
