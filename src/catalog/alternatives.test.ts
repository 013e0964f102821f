import { noPackages } from '#core/tool-packages.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import type { ProductRecord } from '#core/present.ts'
import { makeCatalogFile } from '#testing/catalog-file.ts'
import { sampleProduct, sampleTool, verifiedClaim } from '#testing/sample-records.ts'
import { alternativesTo } from './alternatives.ts'
import { compareView, nearPartners, nearestOf, suggestedPairs } from './compare-view.ts'
import { openBuiltCatalog } from './open.ts'

const uuid = (kind: number, index: number) =>
  `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`
const letters = [...'abcdef']
const tools = letters.map((slug, index) => ({
  ...sampleTool({ slug, id: uuid(1, index), category: 'models' }),
  homepage: `https://${slug}.example`,
  ...noPackages,
  aliases: [],
  asks: [],
}))

/** Listings by what they are built with; the last two are for another use. */
const built = {
  lead: 'abcde',
  twin: 'abcde',
  half: 'abcf',
  pair: 'ab',
  edge: 'de',
  solo: 'a',
  other: 'abcde',
  lone: 'f',
}
const products: ProductRecord[] = Object.entries(built).map(([slug, own], index) =>
  sampleProduct({
    ...verifiedClaim,
    slug,
    id: uuid(0, index),
    tool_ids: [...own].map((letter) => uuid(1, letters.indexOf(letter))),
    approved_at: `2026-01-1${9 - index}T00:00:00.000Z`,
    description: slug === 'edge' || slug === 'half' ? 'It traces agents.' : 'It does what it does.',
    agent_use_case: slug === 'other' || slug === 'lone' ? 'sales' : 'research',
  }),
)
let directory: ReturnType<typeof openBuiltCatalog>
let remove: () => void
beforeAll(async () => {
  const counted = tools.map((tool) => ({
    ...tool,
    product_count: products.filter(({ tool_ids }) => tool_ids.includes(tool.id)).length,
  }))
  const made = await makeCatalogFile({
    products,
    tools: counted,
    tables: {
      categories: [{ slug: 'models', name: 'Models', description: '' }],
      topics: [
        {
          slug: 'tracing',
          name: 'Tracing',
          asks: [],
          things: [],
          acts: [],
          names: [],
          marks: ['traces agents'],
          categories: [],
        },
        // All but two have it, and it makes none of them nearer.
        {
          slug: 'plain',
          name: 'Plain',
          asks: [],
          things: [],
          acts: [],
          names: [],
          marks: ['does what it does'],
          categories: [],
          is_trait: true,
        },
      ],
    },
  })
  remove = made.remove
  directory = openBuiltCatalog(made.file, addresses('https://site.example'))
})
afterAll(() => {
  directory.close()
  remove()
})

const at = (slug: string) => directory.product(slug)!
const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug)

it('alternatives are for the same use and share two tools, the nearest first', () => {
  const found = alternativesTo(directory, at('lead'))
  expect(found.map(({ product }) => product.slug)).toEqual(['twin', 'half', 'edge', 'pair'])
  expect(slugs(found[1]!.shared).sort()).toEqual(['a', 'b', 'c'])
  // Also the tool that most have, and that makes nobody near.
  for (const { product, shared } of found) {
    const both = at(product.slug)
      .tools()
      .filter(({ slug }) => slugs(at('lead').tools()).includes(slug))
    expect(slugs(shared).sort()).toEqual(slugs(both).sort())
  }
  expect([slugs(found[1]!.onlyIt), slugs(found[1]!.without)]).toEqual([['f'], ['d', 'e']])
})

it('a listing of the same topic is nearer than one that only shares tools, and needs none of them', () => {
  const found = alternativesTo(directory, at('half'))
  expect(found[0]).toMatchObject({ product: { slug: 'edge' }, topics: [{ slug: 'tracing' }] })
  expect(found[0]!.shared).toEqual([])
  expect(found.slice(1).flatMap(({ topics }) => topics)).toEqual([])
})

it('fewer than four alternatives make no page', () => {
  expect(alternativesTo(directory, at('pair'))).toEqual([])
  expect(alternativesTo(directory, at('other'))).toEqual([])
})

it('a near pair is one from both sides', () => {
  for (const slug of Object.keys(built))
    for (const partner of slugs(nearPartners(directory, at(slug)))) {
      expect(slugs(nearestOf(directory, at(slug)))).toContain(partner)
      expect(slugs(nearPartners(directory, at(partner)))).toContain(slug)
    }
  expect(slugs(nearPartners(directory, at('lead')))).toContain('twin')
  // The three nearest of the lead are others.
  expect(slugs(nearestOf(directory, at('solo')))).toContain('lead')
  expect(slugs(nearPartners(directory, at('solo')))).not.toContain('lead')
})

it('a suggested pair is of one use case, and a use case without a pair suggests none', () => {
  expect(suggestedPairs(directory).map(slugs)).toEqual([['lead', 'twin']])
})

it('listings stand beside each other in the order that they are given', () => {
  const view = compareView(directory, [at('pair'), at('half')])
  expect(slugs(view.products)).toEqual(['pair', 'half'])
  expect(slugs(view.shared)).toEqual(['a', 'b'])
  expect(view.shelves.map(({ name }) => name)).toEqual(['Models'])
})
