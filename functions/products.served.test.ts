import { describe, expect, it } from 'vitest'
import { api } from '#testing/api.ts'
import { request } from '#testing/service.ts'

describe('how the API speaks HTTP', () => {
  it('an answer that may be cached carries an ETag, and the client that has it gets 304', async () => {
    for (const path of ['/products?limit=2', '/lookup?url=n8n.io', '/products/n8n', '/tools']) {
      const first = await request(`${api()}${path}`)
      const { etag } = first.headers
      expect(etag).toMatch(/^"[\w-]+"$/)
      const again = await request(`${api()}${path}`, {
        headers: { 'if-none-match': `"other", W/${etag}` },
      })
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } })
      expect(
        (await request(`${api()}${path}`, { headers: { 'if-none-match': '"other"' } })).status,
      ).toBe(200)
      const head = await request(`${api()}${path}`, { method: 'HEAD' })
      expect(head).toMatchObject({ status: 200, text: '', headers: { etag } })
    }
  })

  it.each([
    ['/tools', 'public, max-age=300, must-revalidate'],
    ['/lookup?url=n8n.io', 'public, max-age=0, s-maxage=300'],
    ['/products', 'public, max-age=0, s-maxage=2, must-revalidate'],
    ['/products/n8n', 'public, max-age=0, s-maxage=2, must-revalidate'],
    ['/products/n8n?email=a@example.com', 'no-store'],
    ['/products/nobody', 'no-store'],
    ['/lookup', 'no-store'],
  ])('%s is cached as the contract says', async (path, expected) => {
    const { headers } = await request(`${api()}${path}`)
    expect(headers['cache-control']).toBe(expected)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it.each(['/tools', '/products', '/products/n8n', '/lookup', '/submit', ''])(
    'a CORS preflight is answered at %s',
    async (path) => {
      const answer = await request(`${api()}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://example.com' },
      })
      expect(answer).toMatchObject({
        status: 204,
        text: '',
        headers: { 'access-control-allow-origin': '*' },
      })
      expect(answer.headers['access-control-allow-methods']).toContain(
        path === '/submit' ? 'POST' : 'GET',
      )
    },
  )

  it.each([
    ['/tools', 'GET, HEAD, OPTIONS'],
    ['/products', 'GET, HEAD, OPTIONS'],
    ['/products/n8n', 'GET, HEAD, PUT, OPTIONS'],
    ['/tools/qdrant', 'GET, HEAD, OPTIONS'],
    ['/lookup', 'GET, HEAD, POST, OPTIONS'],
    ['', 'GET, HEAD, OPTIONS'],
  ])('%s refuses other methods with JSON and an Allow header', async (path, allow) => {
    const refused = ['POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !allow.includes(name))
    for (const method of refused) {
      const answer = await request(`${api()}${path}`, { method })
      expect(answer).toMatchObject({ status: 405, headers: { allow } })
      expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
    }
  })

  it.each([
    '/nothing',
    '/product',
    '/products/n8n/more',
    '/tools/',
    '/..%2f..%2fetc/passwd',
    '/%00',
    '/%ff',
    '/%E0%A4%A',
    '//tools',
  ])('an unknown path is a JSON 404: %s', async (path) => {
    const answer = await request(`${api()}${path}`)
    if (answer.status === 308) return expect(answer.headers.location).toBe('/api/v1/tools')
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
  })

  it('the 404 of a mistyped path or slug suggests the right one', async () => {
    expect((await request(`${api()}/product`)).text).toContain('/api/v1/products')
    // The index has no slash at its end: there is a redirect.
    expect((await request(api().replace('/v1', ''))).text).toContain('/api/v1”?')
    expect((await request(`${api()}/products/n9n`)).text).toContain('Did you mean n8n?')
  })

  it.each(["'", '%00', '%F0%9F%92%A9', 'a'.repeat(4000), '..', '%2e%2e%2f', "x' or '1'='1", 'N8N'])(
    'a hostile slug gets the 404 of an unknown one: %s',
    async (slug) => {
      const answer = await request(`${api()}/products/${encodeURI(slug).replaceAll('%25', '%')}`)
      expect([404, 308]).toContain(answer.status)
      if (answer.status === 404)
        expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
    },
  )

  it('the index lists every operation with its address', async () => {
    const { endpoints } = (await request(api())).json() as {
      endpoints: { method: string; url: string }[]
    }
    expect(endpoints.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toContain(
      'POST /api/v1/submit',
    )
  })

  it('GET /tools links to the descriptions of the API, and every link works', async () => {
    const { link } = (await request(`${api()}/tools`)).headers
    for (const rel of ['describedby', 'service-desc', 'service-doc', 'alternate'])
      expect(link).toContain(`rel="${rel}"`)
    for (const [, address] of String(link).matchAll(/<([^>]+)>/g)) {
      const { pathname, origin } = new URL(address!)
      expect(origin).toMatch(/^http:\/\/localhost:\d+$/)
      expect((await request(api().replace('/api/v1', pathname))).status).toBe(200)
    }
  })
})
