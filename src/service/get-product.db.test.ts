import { describe, expect, it } from 'vitest'
import { insertPending, insertRejected } from '#testing/builders.ts'
import { approve, callIn, testService, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const get = (slug: string, query = '') =>
  callIn(service, 'get_product', `/products/${encodeURIComponent(slug)}${query}`)

const emailOf = (listing: { submitter_email?: string | null }) =>
  `?email=${encodeURIComponent(String(listing.submitter_email))}`

describe('a listed product', () => {
  it('is answered by the bytes of the catalogue, with its review', async () => {
    const { body, headers, text } = await get('n8n')
    expect(body).toMatchObject({
      product: { slug: 'n8n', status: 'approved' },
      badge: { available: true },
    })
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, must-revalidate')
    expect(text).toBe(JSON.stringify(body))
  })

  it('is of the contract’s schema, each of them: bytes that are trusted are checked here', async () => {
    const { list, total } = await service.catalog.current()
    const { listings } = list({ task: 'all', sort: 'newest', offset: 0, limit: total })
    expect(listings).toHaveLength(total)
    for (const { slug } of listings) expect((await get(slug)).status).toBe(200)
  })

  it('says which line of its repository proves each of its tools, at the commit that was read', async () => {
    const { body } = await get('agentops')
    const { proof, tools } = body['product'] as {
      proof: { repository: string; tools: Record<string, unknown>[] }
      tools: { slug: string }[]
    }
    expect(proof).toMatchObject({ repository: 'https://github.com/AgentOps-AI/agentops' })
    const listed = tools.map(({ slug }) => slug)
    expect(proof.tools.length).toBeGreaterThan(0)
    for (const { slug, state, source, commit, line } of proof.tools) {
      expect(listed).toContain(slug)
      if (state === 'proved') expect(source).toMatch(new RegExp(`/blob/${commit}/.+#L${line}$`))
      else expect([source, line]).toEqual([null, null])
    }
  })

  it('that was approved since the catalogue asked is answered from it, and the counts of its tools count it', async () => {
    const now = new Date()
    const still = await testService(service.db, { clock: () => now })
    const { toolsById } = await still.catalog.current()
    const tool = [...toolsById.values()].find(({ slug }) => slug === 'postgresql')!
    const { slug } = await insertPending(service.db, {}, [tool])
    await approve(service.db, slug)
    const { body } = await callIn(still, 'get_product', `/products/${slug}`)
    expect(body).toMatchObject({
      product: { tools: [{ slug: 'postgresql', product_count: tool.product_count + 1 }] },
    })
  })

  it('is private with an e-mail, whatever that is: the address of the answer is', async () => {
    const plain = await get('n8n')
    for (const query of ['?email=a@example.com', '?email=nonsense']) {
      const { text, headers } = await get('n8n', query)
      expect(text).toBe(plain.text)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('etag')).toBeNull()
    }
  })
})

describe('a pending product', () => {
  it('is shown to its submitter alone, in few words and never cached', async () => {
    const listing = await insertPending(service.db, { name: 'Quill' })
    for (const query of [
      emailOf(listing),
      emailOf(listing).toUpperCase().replace('EMAIL', 'email'),
    ]) {
      const { status, body, headers } = await get(listing.slug, query)
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { next_action_code: 'UNDER_EDITORIAL_REVIEW', badge: { available: false } },
      })
      expect(body['product']).toEqual({
        slug: listing.slug,
        name: 'Quill',
        status: 'pending',
        created_at: expect.any(String),
      })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it('looks like an unknown one to everybody else, and a rejected one to its submitter, too', async () => {
    const pending = await insertPending(service.db, { slug: 'violet-quartz-hidden-one' })
    const rejected = await insertRejected(service.db, { slug: 'violet-quartz-hidden-two' })
    const unknown = await get('violet-quartz-hidden-six')
    expect(unknown).toMatchObject({ status: 404, body: { error_code: 'VALIDATION_ERROR' } })
    const answers = await Promise.all([
      get(pending.slug),
      get(pending.slug, '?email='),
      get(pending.slug, '?email=other@example.com'),
      get(pending.slug, '?email=not-an-address'),
      get(pending.slug, '?email=a%00b@example.com'),
      get(rejected.slug),
      get(rejected.slug, emailOf(rejected)),
    ])
    for (const { status, text } of answers)
      expect({ status, text }).toEqual({ status: 404, text: unknown.text })
  })
})

describe('a product that was approved just now', () => {
  it('is there for all at once, as the catalogue will tell it', async () => {
    const listing = await insertPending(service.db)
    expect((await get(listing.slug)).status).toBe(404)
    await approve(service.db, listing.slug)
    const { status, body } = await get(listing.slug)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { product: { slug: listing.slug, status: 'approved' }, badge: { available: true } },
    })
    expect(JSON.stringify(body)).not.toContain(String(listing.submitter_email))
  })
})

describe('what is not there', () => {
  it('gets a hint at an approved slug that is near', async () => {
    expect((await get('n9n')).body['error']).toContain('Did you mean n8n?')
  })

  it.each(["'", '\u0000', '💩', 'a'.repeat(4000), "x' or '1'='1", 'N8N', '%', ' '])(
    'a hostile slug is an unknown one: %j',
    async (slug) => {
      expect(await get(slug)).toMatchObject({
        status: 404,
        body: { error_code: 'VALIDATION_ERROR' },
      })
    },
  )
})
