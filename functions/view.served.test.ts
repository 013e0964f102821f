import { expect, it } from 'vitest'
import { getProduct } from '#contract/operations/get-product.ts'
import { at, call, submit, validSubmission } from '#testing/api.ts'
import { testBrowser } from '#testing/browser.ts'
import { editor } from '#testing/editor.ts'
import { freshAddress, request } from '#testing/service.ts'

const held = testBrowser()
const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Firefox/143.0' }

const submitted = async () => String((await submit(validSubmission())).body['slug'])

it('listed, pending and unknown slugs get the same image, which is not cached', async () => {
  const answers = await Promise.all(
    ['n8n', await submitted(), 'nobody-has-this', '%00'].map((slug) =>
      request(at(`/view/${slug}.gif`), { headers: person }),
    ),
  )
  for (const { status, bytes, headers } of answers) {
    expect({ status, bytes }).toEqual({ status: 200, bytes: answers[0]!.bytes })
    expect(bytes.subarray(0, 6).toString()).toBe('GIF89a')
    expect(headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' })
  }
  expect(answers[0]!.bytes).toHaveLength(43)
  const head = await request(at('/view/n8n.gif'), { method: 'HEAD', headers: person })
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'cache-control': 'no-store' } })
  const posted = await request(at('/view/n8n.gif'), { method: 'POST', headers: person })
  expect(posted).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
})

it('a page counts its view without JavaScript, and the count is published with the next change', async () => {
  const slug = await submitted()
  expect((await editor(['approve', slug, '--yes'])).code).toBe(0)
  // Only views of a public listing count.
  const status = async () => (await request(at(`/product/${slug}`))).status
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
  const view = (from: string, headers: Record<string, string> = person) =>
    request(at(`/view/${slug}.gif`), { from, headers })
  const address = freshAddress()
  // An address counts once, whatever its User-Agent.
  const browsers = Array.from({ length: 300 }, (_, index) => `Mozilla/5.0 x${index}`)
  await Promise.all(browsers.map((browser) => view(address, { 'user-agent': browser })))
  await view(freshAddress())
  await view(freshAddress(), { 'user-agent': 'curl/8.15.0' })
  await view(freshAddress(), { ...person, 'sec-purpose': 'prefetch' })
  await view(freshAddress(), { ...person, 'sec-fetch-site': 'cross-site' })

  const page = await held.browser.newPage({
    javaScriptEnabled: false,
    userAgent: person['user-agent'],
  })
  const image = page.waitForResponse(at(`/view/${slug}.gif`))
  await page.goto(at(`/product/${slug}`))
  expect(await (await image).finished()).toBeNull()

  const listed = async () => (await call(getProduct, `/products/${slug}`)).body
  const corrected = 'Answers letters by night.'
  expect((await editor(['edit', slug, `description=${corrected}`, '--yes'])).code).toBe(0)
  await expect
    .poll(listed, { timeout: 10_000 })
    .toMatchObject({ product: { description: corrected, view_count: 3 } })
})
