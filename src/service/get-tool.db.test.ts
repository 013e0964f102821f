import { expect, it } from 'vitest'
import { callIn, testStarters } from '#testing/service-parts.ts'

const service = testStarters()

const tool = (path: string) => callIn(service, 'get_tool', `/tools/${path}`)

it('a tool has its packages, its count, its products page by page, and its companions', async () => {
  const { status, body } = await tool('postgresql?limit=48')
  expect(status).toBe(200)
  expect(body['tool']).toMatchObject({
    slug: 'postgresql',
    category: 'backend-db',
    packages: expect.arrayContaining([expect.stringContaining('pkg:')]),
  })
  const { product_count: count, used_together: together } = body['tool'] as {
    product_count: number
    used_together: { slug: string; count: number }[]
  }
  const listed = await callIn(
    service,
    'list_products',
    '/products?tool=postgresql&detail=brief&limit=48',
  )
  expect(body['products']).toEqual(listed.body['products'])
  expect(count).toBe(listed.body['total'])
  const both = `/products?tools=postgresql,${together[0]!.slug}`
  expect((await callIn(service, 'list_products', both)).body['total']).toBe(together[0]!.count)
  const { body: next } = await tool('postgresql?limit=2&offset=2')
  expect(next['products']).toEqual((body['products'] as object[]).slice(2, 4))
  expect(next).toMatchObject({ offset: 2, limit: 2, hasMore: true })
})

it('the majors that products ask for are counted as the filter counts them, most first', async () => {
  const { body } = await tool('nextjs')
  const { requirements } = body['tool'] as { requirements: { major: number; count: number }[] }
  expect(requirements.length).toBeGreaterThan(2)
  expect(requirements).toEqual(
    requirements.toSorted((a, b) => b.count - a.count || b.major - a.major),
  )
  for (const { major, count } of requirements) {
    const listed = await callIn(service, 'list_products', `/products?tools=nextjs@${major}`)
    expect(listed.body['total']).toBe(count)
  }
})

it.each(['PostgreSQL', 'postgres'])('a tool is found as %s, too', async (name) => {
  expect((await tool(name)).body).toEqual((await tool('postgresql')).body)
})

it('a tool that nobody knows is a 404 that names the nearest', async () => {
  expect(await tool('qdrent')).toMatchObject({
    status: 404,
    body: {
      error: 'No tool is known as "qdrent" (did you mean qdrant?).',
      error_code: 'VALIDATION_ERROR',
    },
  })
})
