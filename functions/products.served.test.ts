import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { listProducts } from '#contract/operations/list-products.ts'
import { api, call } from '#testing/api.ts'
import { request } from '#testing/service.ts'

interface Product {
  id: string
  slug: string
  approved_at: string
  audience_tags: string[]
  qualification_type: string | null
  agent_use_case: string | null
  claim_review_status: string | null
  is_agent_product: boolean
  tools: { slug: string; category: string }[]
}

const list = async (query: string) => {
  const answer = await call(listProducts, `/products${query}`)
  const { products, ...rest } = answer.body as {
    products: Product[]
    total: number
    offset: number
    limit: number
    hasMore: boolean
  }
  return { ...answer, products, ...rest }
}

describe('GET /products', () => {
  it('gives 24 by default, newest first, with the totals of the whole list', async () => {
    const { products, total, offset, limit, hasMore } = await list('')
    expect({ offset, limit, hasMore }).toEqual({ offset: 0, limit: 24, hasMore: true })
    expect(products).toHaveLength(24)
    expect(total).toBeGreaterThanOrEqual(40)
    expect(products.map(({ approved_at }) => approved_at)).toEqual(
      products
        .map(({ approved_at }) => approved_at)
        .sort()
        .reverse(),
    )
  })

  it.each(['newest', 'popular'])(
    'pages of the order "%s" never overlap and leave nothing out',
    async (sort) => {
      const { total } = await list('?limit=1')
      const ids: string[] = []
      for (let offset = 0; offset < total; offset += 7) {
        const page = await list(`?sort=${sort}&limit=7&offset=${offset}`)
        expect(page.hasMore).toBe(offset + 7 < total)
        ids.push(...page.products.map(({ id }) => id))
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toHaveLength(total)
      expect((await list(`?offset=${total + 5}`)).products).toEqual([])
      expect((await list('?offset=900000000000000')).products).toEqual([])
    },
  )

  it.each(enums.audienceTag)(
    'audience=%s gives those products alone, with a verified claim among them',
    async (audience) => {
      const { products } = await list(`?audience=${audience}&limit=48`)
      expect(products.every(({ audience_tags }) => audience_tags.includes(audience))).toBe(true)
      expect(products.some(({ claim_review_status }) => claim_review_status === 'verified')).toBe(
        true,
      )
    },
  )

  it('audience=all and an unknown task narrow nothing', async () => {
    const { total } = await list('')
    expect((await list('?audience=all')).total).toBe(total)
    expect((await list('?task=juggle')).total).toBe(total)
  })

  it.each(enums.task.slice(1))(
    'task=%s has listings, one of them with a verified claim, and is not everything',
    async (task) => {
      const { total } = await list('')
      const found = await list(`?task=${task}&limit=48`)
      expect(
        found.products.some(({ claim_review_status }) => claim_review_status === 'verified'),
      ).toBe(true)
      expect(found.total).toBeLessThan(total)
    },
  )

  it('every use case and qualification type has a verified starter', async () => {
    const { products } = await list('?is_agent=true&limit=48')
    expect(products.every(({ is_agent_product }) => is_agent_product)).toBe(true)
    expect(new Set(products.map(({ agent_use_case }) => agent_use_case))).toEqual(
      new Set(enums.agentUseCase),
    )
    expect(new Set(products.map(({ qualification_type }) => qualification_type))).toEqual(
      new Set(enums.qualificationType),
    )
  })

  it('category and tool match by any tool of the product; unknown ones give an empty list; filters combine', async () => {
    const category = await list('?category=voice-media&limit=48')
    expect(category.products.length).toBeGreaterThan(0)
    expect(
      category.products.every(({ tools }) => tools.some((tool) => tool.category === 'voice-media')),
    ).toBe(true)
    const tool = await list('?tool=postgresql&is_agent=true&audience=for-developers&limit=48')
    expect(tool.products.length).toBeGreaterThan(0)
    expect(
      tool.products.every(
        ({ tools, is_agent_product }) =>
          is_agent_product && tools.some(({ slug }) => slug === 'postgresql'),
      ),
    ).toBe(true)
    expect(await list('?category=abacus')).toMatchObject({ products: [], total: 0, hasMore: false })
    expect(await list('?tool=%00%27%3B--')).toMatchObject({ products: [], total: 0 })
    expect((await list('?category=&tool=&limit=&unknown=1')).products).toHaveLength(24)
  })

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 48, but was 0.'],
    ['limit=49', 'limit must be a whole number from 1 to 48, but was 49.'],
    ['limit=many', 'limit must be a whole number from 1 to 48, but was "many".'],
    ['limit=1.5', 'limit must be a whole number from 1 to 48, but was "1.5".'],
    ['offset=-1', 'offset must be a whole number of at least 0, but was -1.'],
    ['sort=oldest', 'sort must be one of newest, popular, but was "oldest".'],
    [
      'audience=cats',
      'audience must be one of for-developers, for-founders, b2b, consumer, all, but was "cats".',
    ],
    ['is_agent=false', 'is_agent must be true, but was "false".'],
  ])('%s is refused with its bounds and what was sent', async (query, error) => {
    expect(await list(`?${query}`)).toMatchObject({
      status: 400,
      body: { error, error_code: 'VALIDATION_ERROR' },
    })
  })
})

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
    ['/products', 'public, max-age=0, must-revalidate'],
    ['/products/n8n', 'public, max-age=0, must-revalidate'],
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
    'a browser may ask first at %s',
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

  it.each(['/tools', '/products', '/products/n8n', '/lookup', ''])(
    '%s refuses other methods as JSON and says which work',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await request(`${api()}${path}`, { method })
        expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
        expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
      }
    },
  )

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
  ])('whatever is not there is a JSON 404: %s', async (path) => {
    const answer = await request(`${api()}${path}`)
    if (answer.status === 308) return expect(answer.headers.location).toBe('/api/v1/tools')
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
  })

  it('a path that is nearly right is suggested, and so is a slug', async () => {
    expect((await request(`${api()}/product`)).text).toContain('/api/v1/products')
    expect((await request(`${api()}/products/n9n`)).text).toContain('Did you mean n8n?')
  })

  it.each(["'", '%00', '%F0%9F%92%A9', 'a'.repeat(4000), '..', '%2e%2e%2f', "x' or '1'='1", 'N8N'])(
    'a hostile slug is an unknown one: %s',
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

  it('GET /tools names where the API is described, and all of it answers', async () => {
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
