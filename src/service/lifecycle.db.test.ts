import { beforeAll, expect, it } from 'vitest'
import { type Lifecycle, active } from '#contract/resources/lifecycle.ts'
import { facet } from '#present/lists/browse.ts'
import { markChanged } from '#db/queries/changelog.ts'
import { insertApproved, insertCategory, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { type TestService, callIn, testService } from '#testing/service-parts.ts'

const database = testDatabase()
const ended: Lifecycle = {
  state: 'sunset',
  since: '2026-05-15',
  successor: 'Harbour',
  source: 'https://lantern.example/the-end',
}
let service: TestService
/** How far the clock is ahead, in ms: what changed is asked for every few seconds. */
let later = 0
const ids = new Map<string, string>()
beforeAll(async () => {
  const { db } = database
  const category = await insertCategory(db, { slug: 'models' })
  const tool = await insertTool(db, { slug: 'lamp', category })
  for (const [slug, lifecycle] of [
    ['harbour', active],
    ['jetty', { ...ended, state: 'archived', successor: null }],
    ['lantern', ended],
  ] as const) {
    const claim = {
      qualification_type: 'agent_native',
      agent_use_case: 'support',
      claim_review_status: 'verified',
    } as const
    const description = 'Signals ships in fog with lamps.'
    const more = { slug, description, lifecycle, topics: ['tracing'], ...claim }
    const { id } = await insertApproved(db, more, [tool])
    ids.set(slug, id)
  }
  service = await testService(db, { clock: () => new Date(Date.now() + later) })
})

const ask = async (id: Parameters<typeof callIn>[1], path: string) =>
  (await callIn(service, id, path)).body as Record<string, unknown>
const slugsOf = (items: unknown) =>
  (items as { slug?: string; product?: { slug: string } }[])
    .map((item) => item.slug ?? item.product?.slug)
    .sort()

async function setLifecycle(slug: string, lifecycle: Lifecycle) {
  await database.db.transaction().execute(async (trx) => {
    const id = ids.get(slug)!
    await trx.updateTable('products').set({ lifecycle }).where('id', '=', id).execute()
    await markChanged(trx, [id])
  })
  later += 10_000
}

const lists = [
  '/products',
  '/products?sort=popular',
  '/products?tool=lamp',
  '/products?any_tools=lamp',
  '/products?use_case=support',
  '/products?detail=brief',
]

it.each(lists)('%s leaves out what is sunset', async (path) => {
  const { products, total } = await ask('list_products', path)
  expect(slugsOf(products)).toEqual(['harbour', 'jetty'])
  expect(total).toBe(2)
})

it('the filter asks for one state, or for all of them', async () => {
  const found = async (query: string) =>
    slugsOf((await ask('list_products', `/products?${query}`))['products'])
  expect(await found('lifecycle=sunset')).toEqual(['lantern'])
  expect(await found('lifecycle=sunset&tool=lamp')).toEqual(['lantern'])
  expect(await found('lifecycle=archived')).toEqual(['jetty'])
  expect(await found('lifecycle=unmaintained')).toEqual([])
  expect(await found('lifecycle=active')).toEqual(['harbour'])
  expect(await found('lifecycle=all&tool=lamp')).toEqual(['harbour', 'jetty', 'lantern'])
  expect(await callIn(service, 'list_products', '/products?lifecycle=dead')).toMatchObject({
    status: 400,
    body: { error_code: 'VALIDATION_ERROR', details: [{ path: 'lifecycle' }] },
  })
})

it('the products and counts of a tool leave it out', async () => {
  const { tool, products } = await ask('get_tool', '/tools/lamp')
  expect(tool).toMatchObject({ product_count: 2 })
  expect(slugsOf(products)).toEqual(['harbour', 'jetty'])
  const { facetCounts, total } = await service.catalog.current()
  expect(total).toBe(2)
  expect(facetCounts().get(facet('tool', 'lamp'))).toBe(2)
  expect(facetCounts([facet('lifecycle', 'sunset')]).get(facet('tool', 'lamp'))).toBe(1)
})

it.each(['signals in fog', 'harbour alternative'])('a search for "%s" leaves it out', async (q) => {
  const { results } = await ask('search', `/search?q=${encodeURIComponent(q)}`)
  expect(slugsOf(results)).not.toContain('lantern')
})

it.each(['lantern', 'lantern vs harbour', 'is lantern maintained', 'lantern alternative'])(
  'a search for "%s" says how it ended, with the address of its successor',
  async (q) => {
    const { results, note } = await ask('search', `/search?q=${encodeURIComponent(q)}`)
    expect(note).toContain(
      'lantern: Sunset since 15 May 2026: it was shut down. Its successor: Harbour. https://proofstack.example/product/harbour',
    )
    expect(slugsOf(results).includes('lantern')).toBe(!q.includes('alternative'))
  },
)

it('a search says which results nobody works on, a recommendation in its first reason', async () => {
  expect((await ask('search', '/search?q=signals%20in%20fog'))['note']).toBe(
    'Nobody works on: jetty.',
  )
  const { recommendations } = await ask('recommend_products', '/recommend?task=signals%20in%20fog')
  const found = recommendations as { product: { slug: string }; match: { reasons: string[] } }[]
  expect(found.map(({ product }) => product.slug)).toEqual(['harbour', 'jetty'])
  expect(found[1]!.match.reasons[0]).toBe(
    'Archived since 15 May 2026: its repository is read-only.',
  )
})

it('an alternative to it is found, and is near its page', async () => {
  const { results } = await ask('search', '/search?q=lantern%20alternative&type=product')
  expect(slugsOf(results)).toEqual(['harbour', 'jetty'])
})

it.each(['task=support', 'task=signals%20in%20fog', 'stack=lamp', 'task=support&stack=lamp'])(
  'a recommendation for %s leaves it out',
  async (query) => {
    const { recommendations } = await ask('recommend_products', `/recommend?${query}`)
    expect(slugsOf(recommendations)).toEqual(['harbour', 'jetty'])
  },
)

it('lookup, detail and comparison keep it and say how it ended', async () => {
  expect(await ask('lookup_by_url', '/lookup?url=lantern.example')).toMatchObject({
    listed: true,
    product: { slug: 'lantern', status: 'approved', lifecycle: ended },
  })
  expect(await ask('get_product', '/products/lantern')).toMatchObject({
    product: { slug: 'lantern', lifecycle: ended },
  })
  const { comparison } = await ask('compare_products', '/compare?slugs=harbour,lantern')
  expect(comparison).toMatchObject({
    summary: [
      'lantern: Sunset since 15 May 2026: it was shut down. Its successor: Harbour.',
      'harbour: stack as submitted.',
      'lantern: stack as submitted.',
      ...Array<unknown>(4).fill(expect.any(String)),
    ],
  })
})

it('what ends after the build leaves lists, search and counts at once, and what goes on comes back', async () => {
  await setLifecycle('harbour', ended)
  expect(slugsOf((await ask('list_products', '/products'))['products'])).toEqual(['jetty'])
  expect(await ask('get_tool', '/tools/lamp')).toMatchObject({ tool: { product_count: 1 } })
  const { results } = await ask('search', '/search?q=signals%20in%20fog&type=product')
  expect(slugsOf(results)).toEqual(['jetty'])

  await setLifecycle('lantern', active)
  expect(slugsOf((await ask('list_products', '/products'))['products'])).toEqual([
    'jetty',
    'lantern',
  ])
  expect(await ask('get_tool', '/tools/lamp')).toMatchObject({ tool: { product_count: 2 } })
  expect(
    slugsOf((await ask('recommend_products', '/recommend?stack=lamp'))['recommendations']),
  ).toEqual(['jetty', 'lantern'])
})
