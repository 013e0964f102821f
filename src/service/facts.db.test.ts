import { beforeAll, expect, it } from 'vitest'
import type { Fact } from '#contract/resources/facts.ts'
import { facet } from '#present/lists/browse.ts'
import { insertApproved, insertCategory, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, callIn, testService } from '#testing/service-parts.ts'

const database = testDatabase()
const fact = (kind: Fact['fact'], value: string): Fact => ({
  fact: kind,
  value,
  day: null,
  source: 'https://harbour.example/',
})
const facts = {
  harbour: [fact('hosting', 'self_hosted'), fact('hosting', 'cloud'), fact('interface', 'web')],
  jetty: [fact('hosting', 'cloud'), fact('interface', 'mcp_server')],
  lantern: [],
}
let service: TestService
beforeAll(async () => {
  const { db } = database
  const tool = await insertTool(db, {
    slug: 'lamp',
    category: await insertCategory(db, { slug: 'models' }),
  })
  for (const [slug, its] of Object.entries(facts))
    await insertApproved(db, { slug, facts: JSON.stringify(its) }, [tool])
  service = await testService(db)
})

it.each([
  ['hosting=cloud', ['harbour', 'jetty']],
  ['hosting=self_hosted', ['harbour']],
  ['interface=mcp_server', ['jetty']],
  ['hosting=self_hosted&interface=mcp_server', []],
  ['hosting=', ['harbour', 'jetty', 'lantern']],
])('GET /products?%s lists %j', async (query, slugs) => {
  const { body } = await callIn(service, 'list_products', `/products?${query}`)
  const { products } = body as { products: { slug: string }[] }
  expect(products.map(({ slug }) => slug).sort()).toEqual(slugs)
})

it('the detail has each fact with its source, and the lists count them', async () => {
  expect(await callIn(service, 'get_product', '/products/jetty')).toMatchObject({
    body: { product: { facts: facts.jetty } },
  })
  const counts = (await service.catalog.current()).facetCounts()
  expect(counts.get(facet('hosting', 'cloud'))).toBe(2)
  expect(counts.get(facet('interface', 'web'))).toBe(1)
})
