import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const lookup = (url: string) =>
  callIn(service, 'lookup_by_url', `/lookup?url=${encodeURIComponent(url)}`)

it.each([
  ['n8n.io', 'n8n.io', 'exact'],
  ['https://www.N8N.io:8443/pricing?x=1#y', 'n8n.io', 'exact'],
  ['n8n.io.', 'n8n.io', 'exact'],
  ['docs.n8n.io', 'docs.n8n.io', 'parent_domain'],
  ['a.b.n8n.io/x', 'a.b.n8n.io', 'parent_domain'],
])('%s finds the listing', async (url, domain, match) => {
  const { body } = await lookup(url)
  expect(body).toMatchObject({
    listed: true,
    domain,
    match,
    product: { slug: 'n8n', status: 'approved' },
    next_action_code: null,
  })
  const { stack, product } = body as unknown as {
    stack: { slug: string; href: string }[]
    product: { tools: { slug: string }[] }
  }
  expect(stack.map(({ slug }) => slug)).toEqual(product.tools.map(({ slug }) => slug))
  expect(
    stack.every(({ href, slug }) => href.startsWith('http') && href.endsWith(`/stack/${slug}`)),
  ).toBe(true)
})

it('a website without a listing is no error: the answer says how to submit it', async () => {
  const found = await lookup('https://nobody-lists-this.example/')
  expect(found).toMatchObject({
    status: 200,
    body: {
      listed: false,
      domain: 'nobody-lists-this.example',
      match: null,
      product: null,
      stack: [],
      next_action_code: 'SUBMIT_PRODUCT',
    },
  })
})

it('the repository of what is listed by its own domain is not listed, and the answer names the listing', async () => {
  const { body } = await lookup('https://GitHub.com/langgenius/Dify/issues')
  expect(body).toMatchObject({
    listed: false,
    domain: 'github.com/langgenius/dify',
    next_action_code: 'SUBMIT_PRODUCT',
    message: expect.stringMatching(
      /is the repository of dify, which is listed as dify\.ai: http.*\/product\/dify$/,
    ),
    repository_of: { slug: 'dify', listing_url: expect.stringMatching(/^http.*\/product\/dify$/) },
  })
  // Somebody else's of the same name is another product.
  const other = (await lookup('github.com/somebody/dify')).body
  expect(other).not.toHaveProperty('repository_of')
  expect(other['message']).toContain('Anyone may submit it.')
})

it('every repository that was read names the listing it belongs to', async () => {
  const folder = path.join(import.meta.dirname, '../../content/proofs')
  let named = 0
  for (const file of await readdir(folder)) {
    const { repository } = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as {
      repository: string
    }
    const { body } = await lookup(repository)
    if (body['listed']) continue
    const { slug } = body['repository_of'] as { slug: string }
    const answer = await callIn(service, 'get_product', `/products/${slug}`)
    const { proof } = answer.body['product'] as { proof: { repository: string } }
    expect(proof.repository.toLowerCase()).toBe(repository.toLowerCase())
    named++
  }
  expect(named).toBeGreaterThan(150)
})

it('on a code host the repository is looked up, in any case, and the host alone is not listed', async () => {
  const { body } = await lookup('https://github.com/nobody/nothing')
  expect(body).toMatchObject({ listed: false, domain: 'github.com/nobody/nothing' })
  expect((await lookup('github.com')).body).toMatchObject({ listed: false, domain: 'github.com' })
})

it.each([
  '',
  ' ',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  'http://2130706433',
  'localhost',
  'co.uk',
  'github.io',
  'ftp://example.com',
  'javascript:alert(1)',
  'a b.com',
  'https://',
  'x'.repeat(3000),
  'me@example.com',
  '\u0000example.com',
])('what is no website is refused: %j', async (url) => {
  expect(await lookup(url)).toMatchObject({
    status: 400,
    body: { error_code: 'VALIDATION_ERROR', details: [{ path: 'url' }] },
  })
})

it('a missing url is refused', async () => {
  expect(await callIn(service, 'lookup_by_url', '/lookup')).toMatchObject({
    status: 400,
    body: { error: 'url is required.' },
  })
})

it('says of what is no website how to write one', async () => {
  expect((await lookup('127.0.0.1')).body['error']).toMatch(
    /^url .+\. Send a website such as https:\/\/example\.com or example\.com\.$/,
  )
})
