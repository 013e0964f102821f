import { expect, inject, it } from 'vitest'
import { freshAddress, request } from '#testing/service.ts'

const site = () => inject('served').url

const post = (at: string, fields: Record<string, string>) =>
  request(`${site()}${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    from: freshAddress(),
  })

it('from a listing of the editors its owner gets to what is to be published, and to what a look found', async () => {
  const listing = await request(`${site()}/product/n8n`)
  const [, at = ''] = /href="(\/claim\?slug=n8n)"/.exec(listing.text)!
  const form = await request(`${site()}${at}`)
  expect(form).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(form.text).toMatch(/<input[^>]*name="slug"[^>]*value="n8n"/)

  const email = 'ada@claimed.example'
  const started = await post('/claim', { slug: 'n8n', email })
  expect(started.status).toBe(303)
  const { pathname } = new URL(started.headers['location']!)
  const page = await request(`${site()}${pathname}`)
  const id = pathname.split('/').at(-1)!
  expect(page).toMatchObject({ status: 200, headers: { 'referrer-policy': 'same-origin' } })
  for (const said of ['_proofstack.n8n.io', '/.well-known/proofstack.json', id])
    expect(page.text).toContain(said)
  expect(page.text).not.toContain(email)

  const looked = await post(pathname, {})
  expect(looked.status).toBe(200)
  expect(looked.text).toContain('Not found yet.')
  expect(looked.text).toContain('n8n.io/.well-known/proofstack.json')
  expect((await request(`${site()}/claim/${'0'.repeat(32)}`)).status).toBe(404)
})

it('a submission of what is listed leads to the claim', async () => {
  const fields = { name: 'n8n', url: 'https://n8n.io', email: 'ada@claimed.example' }
  const refused = await post('/submit', {
    ...fields,
    description: 'Runs workflows.',
    tool_slugs: 'typescript',
  })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('href="/claim?slug=n8n"')
})

it('the badge of a listing may be shown by any site, and runs nothing; former addresses lead to it', async () => {
  const shown = await request(`${site()}/badge/n8n.svg`)
  expect(shown).toMatchObject({
    status: 200,
    headers: { 'cross-origin-resource-policy': 'cross-origin', 'content-type': 'image/svg+xml' },
  })
  expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(shown.text).not.toContain('<script')
  const { etag } = shown.headers
  for (const at of ['/badge/n8n.svg?kind=stack', '/embed/n8n.svg'])
    expect(await request(`${site()}${at}`)).toMatchObject({
      status: 200,
      headers: { 'cross-origin-resource-policy': 'cross-origin', etag },
      text: shown.text,
    })
  const former = await request(`${site()}/badge/n8n.json?kind=stack`)
  expect(former).toMatchObject({ status: 308, headers: { location: '/badge/n8n.svg' } })
})
