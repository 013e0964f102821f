import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { validSubmission } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { freshAddress, request } from '#testing/service.ts'
import { layoutShift, watchVisit } from '#testing/page-budgets.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`
let page: Page
beforeEach(async () => {
  page = await held.browser.newPage()
})
afterEach(() => page.close())

const filter = () => page.getByLabel('Find a tool')
const chosen = () => page.locator('#tools-chosen button').allTextContents()
const counted = () =>
  page.locator('#tool-picker summary span').filter({ hasText: 'chosen' }).allTextContents()
const trimmed = (texts: Promise<string[]>) =>
  texts.then((all) => all.map((text) => text.replace('×', '').trim()))

async function fillIn(): Promise<void> {
  const { name, description, email } = validSubmission() as Record<string, string>
  await page.goto(at('/submit'))
  await page.getByLabel('Product name').fill(name!)
  await page.getByLabel('Homepage').fill(`${name!.replaceAll(/\W/g, '')}.example`)
  await page.getByLabel('Description').fill(description!)
  await page.getByLabel('Your e-mail').fill(email!)
}

const send = async () => {
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.waitForLoadState()
}

describe('the tools of the form', () => {
  it('that are chosen are named and counted at once, whatever is looked for', async () => {
    await page.goto(at('/submit?tool=redis'))
    expect(await trimmed(chosen())).toEqual(['Redis'])
    expect(await layoutShift(page)).toBe(0)
    await filter().fill('postgresql')
    await filter().press('Enter')
    expect(await filter().inputValue()).toBe('')
    expect((await trimmed(chosen())).toSorted()).toEqual(['PostgreSQL', 'Redis'])
    await filter().fill('typescript')
    expect((await trimmed(chosen())).toSorted()).toEqual(['PostgreSQL', 'Redis'])
    await filter().fill('')
    expect((await counted()).length).toBeGreaterThan(0)
    await page.locator('#tools-chosen button', { hasText: 'Redis' }).click()
    expect(await trimmed(chosen())).toEqual(['PostgreSQL'])
    expect(await page.locator('input[value=redis]').isChecked()).toBe(false)
    expect(await page.evaluate('document.activeElement.id')).toBe('tool-filter')
  })

  it('are taken by Enter where one is left or named whole, and the form is not sent', async () => {
    await page.goto(at('/submit'))
    await filter().fill('e')
    await filter().press('Enter')
    expect(await chosen()).toEqual([])
    await filter().fill('react')
    await filter().press('Enter')
    expect(await trimmed(chosen())).toEqual(['React'])
    expect(page.url()).toBe(at('/submit'))
  })
})

it('a bounded text is counted, in the characters of the contract', async () => {
  const visit = watchVisit(page)
  await page.goto(at('/submit'))
  const hint = page.locator('#description-hint')
  expect(await hint.innerText()).toBe('At most 240 characters, 0 so far')
  await page.getByLabel('Description').fill('Agents 🙂')
  expect(await hint.innerText()).toBe('At most 240 characters, 8 so far')
  // A longer text is kept whole, and the form says by how much it is too long.
  await page.getByLabel('Description').fill('a'.repeat(243))
  expect(await page.getByLabel('Description').inputValue()).toHaveLength(243)
  expect(await hint.innerText()).toBe('At most 240 characters, 243 so far: 3 too many')
  const problem = 'document.getElementById("description").validationMessage'
  expect(await page.evaluate(problem)).toBe('3 characters too many: at most 240.')
  expect((await visit()).bytes.script).toBeLessThan(10_000)
})

describe('a problem', () => {
  it('leads to its field, with the label in sight; the tools to where one is looked for', async () => {
    await fillIn()
    await page.getByText('It is an agent product').click()
    await page.getByLabel('Use case').selectOption('support')
    await send()
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toContain('Kind is missing')
    // The error summary is directly above the form.
    expect(await page.locator('.preview').count()).toBe(0)
    await alert.getByRole('link', { name: 'Kind' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('qualification_type')
    const top =
      'document.querySelector("label[for=qualification_type]").getBoundingClientRect().top'
    expect(await page.evaluate(top)).toBeGreaterThanOrEqual(0)
    await alert.getByRole('link', { name: 'Tools' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('tool-filter')
  })

  it('leads to the first tool, which is in sight, without JavaScript', async () => {
    await page.close()
    page = await held.browser.newPage({ javaScriptEnabled: false })
    await fillIn()
    await send()
    await page.getByRole('alert').getByRole('link', { name: 'Tools' }).click()
    expect(await page.locator('#tool_slugs').isVisible()).toBe(true)
    await page.keyboard.press('Space')
    expect(await page.locator('#tool_slugs').isChecked()).toBe(true)
    expect(await page.locator('#description-hint').innerText()).toBe('At most 240 characters')
  })
})

it('the page after a submission and the page of its status begin with the address to confirm', async () => {
  const { name, url, description, email } = validSubmission() as Record<string, string>
  const form = { name: name!, url: url!, description: description!, email: email! }
  const sent = await request(at('/submit'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, tool_slugs: 'redis' }).toString(),
    from: freshAddress(),
  })
  expect(sent.status).toBe(201)
  const [, link] = /href="([^"]*\/status\?[^"]*)"/.exec(sent.text)!
  const status = await request(
    at(
      link!
        .replace(/^https?:\/\/[^/]*/, '')
        .replaceAll('&#38;', '&')
        .replaceAll('&amp;', '&'),
    ),
  )
  for (const { text } of [sent, status]) {
    const [, first] = /<ol>\s*<li>([\s\S]*?)<\/li>/.exec(text)!
    expect(first!.trim()).toMatch(/^Confirm your address:/)
    expect(text).not.toContain('nothing to do')
  }
})
