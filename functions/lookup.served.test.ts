import { expect, it } from 'vitest'
import { lookupByUrl } from '#contract/operations/lookup-by-url.ts'
import { api, call } from '#testing/api.ts'
import { request } from '#testing/service.ts'

const lookup = (url: string) => call(lookupByUrl, `/lookup?url=${encodeURIComponent(url)}`)

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
  const { stack, product } = body as {
    stack: { slug: string; href: string }[]
    product: { tools: { slug: string }[] }
  }
  expect(stack.map(({ slug }) => slug)).toEqual(product.tools.map(({ slug }) => slug))
  expect(
    stack.every(({ href, slug }) => href.startsWith('http') && href.endsWith(`/stack/${slug}`)),
  ).toBe(true)
})

it('a website without a listing is no error: the answer says how to submit it, at an address that answers', async () => {
  const found = await lookup('https://nobody-lists-this.example/')
  const { submit_docs_url } = found.body as { submit_docs_url: string }
  expect(
    (await request(api().replace('/api/v1', new URL(submit_docs_url).pathname))).text,
  ).toContain('<h1>Submit')
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
  expect(await call(lookupByUrl, '/lookup')).toMatchObject({
    status: 400,
    body: { error: 'url is required.' },
  })
})
