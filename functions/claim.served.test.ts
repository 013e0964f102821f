import { expect, it } from 'vitest'
import { at, postForm } from '#testing/api.ts'
import { request } from '#testing/service.ts'

it('from a listing of the editors its owner gets to what is to be published, and to what a look found', async () => {
  const listing = await request(at('/product/n8n'))
  const [, path = ''] = /href="(\/claim\?slug=n8n)"/.exec(listing.text)!
  const form = await request(at(path))
  expect(form).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(form.text).toMatch(/<input[^>]*name="slug"[^>]*value="n8n"/)

  const email = 'ada@claimed.example'
  const started = await postForm('/claim', { slug: 'n8n', email })
  expect(started.status).toBe(303)
  const { pathname } = new URL(started.headers['location']!)
  const page = await request(at(pathname))
  const id = pathname.split('/').at(-1)!
  expect(page).toMatchObject({ status: 200, headers: { 'referrer-policy': 'same-origin' } })
  for (const said of ['_proofstack.n8n.io', '/.well-known/proofstack.json', id])
    expect(page.text).toContain(said)
  expect(page.text).not.toContain(email)

  const looked = await postForm(pathname, {})
  expect(looked.status).toBe(200)
  expect(looked.text).toContain('Not found yet.')
  expect(looked.text).toContain('n8n.io/.well-known/proofstack.json')
  expect((await request(at(`/claim/${'0'.repeat(32)}`))).status).toBe(404)
})

it('a submission of what is listed leads to the claim', async () => {
  const fields = { name: 'n8n', url: 'https://n8n.io', email: 'ada@claimed.example' }
  const refused = await postForm('/submit', {
    ...fields,
    description: 'Runs workflows.',
    tool_slugs: 'typescript',
  })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('href="/claim?slug=n8n"')
})

it('the badge of a listing may be shown by any site, and runs nothing; former addresses lead to it', async () => {
  const shown = await request(at('/badge/n8n.svg'))
  expect(shown).toMatchObject({
    status: 200,
    headers: { 'cross-origin-resource-policy': 'cross-origin', 'content-type': 'image/svg+xml' },
  })
  expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(shown.text).not.toContain('<script')
  const { etag } = shown.headers
  for (const former of ['/badge/n8n.svg?kind=stack', '/embed/n8n.svg'])
    expect(await request(at(former))).toMatchObject({
      status: 200,
      headers: { 'cross-origin-resource-policy': 'cross-origin', etag },
      text: shown.text,
    })
  const json = await request(at('/badge/n8n.json?kind=stack'))
  expect(json).toMatchObject({ status: 308, headers: { location: '/badge/n8n.svg' } })
})
