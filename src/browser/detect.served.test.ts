import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { testBrowser } from '#testing/browser.ts'
import { watchVisit } from '#testing/page-budgets.ts'
import { request } from '#testing/service.ts'

const held = testBrowser()
const at = (path: string) => `${inject('served').url}${path}`
const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})
const manifest = `{
  "name": "swordfish",
  "engines": { "node": ">=24" },
  "dependencies": { "next": "16.0.0", "left-pad": "1.3.0" },
  "devDependencies": { "@playwright/test": "1.65.1" }
}`

describe('/detect in a browser', () => {
  let page: Page
  let sent: Request[]
  beforeEach(async () => {
    page = await held.browser.newPage()
    sent = []
    page.on('request', (one) => {
      if (one.method() === 'POST') sent.push(one)
    })
    await page.goto(at('/detect'))
  })
  afterEach(() => page.close())

  const choose = (...files: ReturnType<typeof file>[]) =>
    page.locator('input[type=file]').setInputFiles(files)
  const rows = () => page.locator('#found .detected li')
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

  it('reads a file here: the API gets names alone, and the answer has the lines', async () => {
    const visit = watchVisit(page)
    await page.reload()
    await choose(file('package.json', manifest))
    await heading('2 tools')
    expect(await rows().allInnerTexts()).toEqual([
      expect.stringMatching(/Next\.js[^]*pkg:npm\/next in package\.json:4/),
      expect.stringMatching(/Node\.js[^]*package\.json#engines\.node in package\.json:3/),
    ])
    expect(sent.map((one) => new URL(one.url()).pathname)).toEqual(['/api/v1/detect'])
    const body = sent[0]!.postData()!
    expect(JSON.parse(body)).toEqual({
      purls: ['pkg:npm/next', 'pkg:npm/left-pad', 'pkg:npm/%40playwright/test'],
      manifests: [{ path: 'package.json', content: '{"engines":{"node":""}}' }],
    })
    await page.getByText('What was sent').click()
    expect(await page.locator('.sent pre').textContent()).toBe(body)
    await page.getByText('One package we do not track').click()
    expect(await page.locator('.unknown li').allInnerTexts()).toEqual(['pkg:npm/left-pad'])
    // With the reader of the file, which only who chooses one loads.
    expect((await visit()).bytes.script).toBeLessThan(14_000)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  it('several files are one project; one that cannot be read is told, and the others count', async () => {
    await choose(
      file('pyproject.toml', '[project]\nname = "x"\ndependencies = ["fastapi>=0.1"]\n'),
      file('compose.yaml', 'services:\n  db:\n    image: redis:8\n'),
      file('package.json', '{"dependencies":'),
    )
    await page.getByRole('heading', { name: /^\d tools$/ }).waitFor()
    const shown = (await rows().allInnerTexts()).join('\n')
    expect(shown).toContain('pkg:pypi/fastapi in pyproject.toml:3')
    expect(shown).toContain('pkg:docker/redis in compose.yaml:3')
    await page.getByText('One file that cannot be read').click()
    expect(await page.locator('.unknown li').allInnerTexts()).toEqual([
      expect.stringMatching(/^package\.json: .*JSON/),
    ])
  })

  it('an SBOM counts by its graph, and what is dropped is read as what is chosen', async () => {
    const bom = {
      bomFormat: 'CycloneDX',
      metadata: { component: { 'bom-ref': 'me' } },
      components: ['next', 'react'].map((name) => ({
        'bom-ref': name,
        purl: `pkg:npm/${name}@1`,
      })),
      dependencies: [{ ref: 'me', dependsOn: ['next'] }],
    }
    await page.evaluate(
      `{
        const data = new DataTransfer()
        data.items.add(new File([${JSON.stringify(JSON.stringify(bom))}], 'app.cdx.json'))
        document.querySelector('.drop').dispatchEvent(
          new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
      }`,
    )
    await heading('One tool')
    expect(await rows().innerText()).toContain('pkg:npm/next in app.cdx.json')
    expect(JSON.parse(sent[0]!.postData()!)).toEqual({ purls: ['pkg:npm/next'] })
  })

  it('what is pasted is read as a file is, and no button sends the text', async () => {
    await page.getByLabel('What it is').selectOption('go.mod')
    await page
      .getByLabel('Its text')
      .fill('module swordfish\nrequire github.com/redis/go-redis/v9 v9.1.0\n')
    await page.getByRole('button', { name: 'Find its tools' }).click()
    await page.locator('#found').waitFor()
    expect(await rows().allInnerTexts()).toContainEqual(
      expect.stringContaining('pkg:golang/github.com/redis/go-redis/v9 in go.mod:2'),
    )
    expect(sent.map((one) => one.postData()).join()).not.toContain('swordfish')
    expect(new URL(page.url()).pathname).toBe('/detect')
  })

  it('names of a bad file or package are text on the page, by the reason', async () => {
    await choose(file('<img src=x onerror=alert(1)>.txt', 'x'), file('uv.lock', ''))
    await heading('No tool that we know')
    expect(await page.locator('.unknown summary').allInnerTexts()).toEqual([
      'One file of a kind that is not read',
      'One lock file that we ignore',
    ])
    await page.locator('.unknown summary').first().click()
    expect(await page.locator('.unknown li').first().innerText()).toBe(
      '<img src=x onerror=alert(1)>.txt',
    )
    expect(await page.locator('.unknown img').count()).toBe(0)
  })

  it('an answer that does not come is told, and the next one is found', async () => {
    await page.route('**/api/v1/detect', (route) => route.abort(), { times: 1 })
    await choose(file('package.json', manifest))
    await page.getByText('The directory could not be asked. Please try again.').waitFor()
    await choose(file('package.json', manifest))
    await heading('2 tools')
  })

  it('leads on with what is ticked: to what fits, and to the form of a submission', async () => {
    await choose(file('package.json', manifest))
    await heading('2 tools')
    await page.getByLabel('Node.js').uncheck()
    await page.getByRole('button', { name: 'What is built with these' }).click()
    await page.waitForURL('**/recommend?stack=nextjs')
    await page.goBack()
    await choose(file('package.json', manifest))
    await heading('2 tools')
    await page.getByRole('button', { name: 'Submit my product with these' }).click()
    await page.waitForURL('**/submit?tool=*')
    expect(await page.locator('input[name=tool_slugs]:checked').count()).toBe(2)
  })
})

describe('/detect without JavaScript', () => {
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request(at('/detect'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  it('answers the same from the text, and says that the text is sent', async () => {
    const page = await held.browser.newPage({ javaScriptEnabled: false })
    await page.goto(at('/detect'))
    await page.getByText('Without JavaScript the text is sent to us as it is').waitFor()
    expect(await page.getByText('Files are read in this browser').isVisible()).toBe(false)
    await page.getByLabel('Its text').fill(manifest)
    await page.getByRole('button', { name: 'Find its tools' }).click()
    await page.getByRole('heading', { name: '2 tools' }).waitFor()
    expect(await page.locator('#found .detected li').first().innerText()).toContain(
      'pkg:npm/next in package.json:4',
    )
    await page.getByRole('button', { name: 'What is built with these' }).click()
    expect(new URL(page.url()).search).toBe('?stack=nextjs%2Cnodejs')
    await page.close()
  })

  it('says what is wrong with the text, keeps it, and shows it as text', async () => {
    const answer = await post({ path: 'package.json', content: '{"<b>' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('One file that cannot be read')
    expect(answer.text).not.toContain('<b>')
    expect(answer.headers['cache-control']).toBe('no-store')
    const empty = await post({ path: 'go.mod', content: ' ' })
    expect([empty.status, empty.text.includes('The text is empty')]).toEqual([400, true])
    const sbom = await post({ path: 'sbom.json', content: 'x' })
    expect([sbom.status, sbom.text.includes('The text is not JSON')]).toEqual([400, true])
    expect((await post({}, { origin: 'https://evil.example' })).status).toBe(403)
    const large = await post({ path: 'go.mod', content: 'x'.repeat(300_000) })
    expect([large.status, large.text.includes('256 KiB')]).toEqual([400, true])
  })
})
