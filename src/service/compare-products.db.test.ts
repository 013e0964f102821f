import { expect, it } from 'vitest'
import { insertPending } from '#testing/builders.ts'
import { approve, callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const compare = (slugs: string) =>
  callIn(service, 'compare_products', `/compare?slugs=${encodeURIComponent(slugs)}`)

interface Comparison {
  shared_tools: { slug: string }[]
  unique_tools: Record<string, { slug: string }[]>
  summary: string[]
}

it('keeps the order that was asked for and splits the tools into shared and unique ones', async () => {
  const { status, body } = await compare(' n8n , dify ')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    slugs: ['n8n', 'dify'],
    products: [{ slug: 'n8n' }, { slug: 'dify' }],
  })
  const comparison = body['comparison'] as Comparison
  const products = body['products'] as { slug: string; tools: { slug: string }[] }[]
  for (const { slug, tools } of products) {
    const all = [...comparison.shared_tools, ...comparison.unique_tools[slug]!].map(
      (tool) => tool.slug,
    )
    expect(all.sort()).toEqual(tools.map((tool) => tool.slug).sort())
  }
  expect(Object.keys(comparison.unique_tools).sort()).toEqual(['dify', 'n8n'])
  const turned = (await compare('dify,n8n')).body['comparison'] as Comparison
  expect(new Set(turned.shared_tools.map(({ slug }) => slug))).toEqual(
    new Set(comparison.shared_tools.map(({ slug }) => slug)),
  )
})

it('has each product as the answer of one product has it, with the lines that prove its tools', async () => {
  const { body } = await compare('pipecat,dify')
  for (const product of body['products'] as { slug: string; proof: { tools: object[] } }[]) {
    const one = await callIn(service, 'get_product', `/products/${product.slug}`)
    expect(product).toEqual(one.body['product'])
    expect(product.proof.tools.length).toBeGreaterThan(0)
  }
})

it('says in sentences what both share, where they differ and what is verified', async () => {
  const { summary } = (await compare('pipecat,livekit-agents')).body['comparison'] as Comparison
  expect(summary.every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true)
  expect(summary).toContain('The agents of both are for voice.')
  expect(summary).toContain('The claims of both are verified.')
})

it('a missing list is refused, and a product that is not listed is a 404', async () => {
  expect((await callIn(service, 'compare_products', '/compare')).status).toBe(400)
  expect(await compare('n8n,nobody-has-this')).toMatchObject({
    status: 404,
    body: { error: 'No product is listed under nobody-has-this.' },
  })
})

it.each([
  ['', 'slugs must name exactly two products, separated by a comma, but names none.'],
  ['n8n', 'slugs must name exactly two products, separated by a comma, but names 1.'],
  ['a,b,c', 'slugs must name exactly two products, separated by a comma, but names 3.'],
  [
    'N8N,dify',
    'slugs holds "N8N", which is not a slug (did you mean n8n?); slugs are lower case letters, digits and hyphens.',
  ],
  [
    'n8n,???',
    'slugs holds "???", which is not a slug; slugs are lower case letters, digits and hyphens.',
  ],
  ['n8n,n8n', 'slugs names the same product twice.'],
  ['n8n, n8n', 'slugs names the same product twice.'],
  ['n8n,', expect.any(String)],
  ['n8n;dify', expect.any(String)],
  ['n8n,%00', expect.any(String)],
])('%j is refused, and the error says why', async (slugs, error) => {
  expect(await compare(slugs)).toMatchObject({
    status: 400,
    body: { error, error_code: 'VALIDATION_ERROR', details: [{ path: 'slugs' }] },
  })
})

it('a pending one is a 404 like any other, and is there at once when it is approved', async () => {
  const { slug } = await insertPending(service.db)
  expect(await compare(`n8n,${slug}`)).toMatchObject({
    status: 404,
    body: { error: `No product is listed under ${slug}.` },
  })
  await approve(service.db, slug)
  expect(await compare(`n8n,${slug}`)).toMatchObject({
    status: 200,
    body: { slugs: ['n8n', slug] },
  })
})

it('the error for a mistyped slug suggests the listed one', async () => {
  expect((await callIn(service, 'compare_products', '/compare?slugs=n9n,difi')).body['error']).toBe(
    'No product is listed under n9n and difi. Did you mean n8n and dify?',
  )
})
