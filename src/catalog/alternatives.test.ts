import { expect, it } from 'vitest'
import { active } from '#contract/resources/lifecycle.ts'
import type { ProductRecord } from '#present/present.ts'
import { madeCatalog } from '#testing/catalog-file.ts'
import { catalogTool, sampleProduct, sampleTopic, verifiedClaim } from '#testing/sample-records.ts'
import { alternativesTo, fewestAlternatives, mostAlternatives } from './alternatives.ts'
import { compareView, knownPairs, nearPartners } from './compare-view.ts'
import { nearListings } from './near.ts'

const uuid = (kind: number, index: number) =>
  `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`
const letters = [...'abcdef']
const tools = letters.map((slug, index) =>
  catalogTool({ slug, id: uuid(1, index), category: 'models' }),
)

/** Listings by what they are built with, their words and their topics. */
const built = {
  lead: ['abcde', 'traces agents and reads mail', ['tracing', 'mail']],
  twin: ['abcde', 'traces agents and reads mail', ['tracing', 'mail']],
  half: ['abcf', 'traces agents by night', ['tracing']],
  edge: ['f', 'traces agents by day', ['tracing']],
  last: ['a', 'traces agents somehow', ['tracing']],
  post: ['abcde', 'reads mail', ['mail']],
  lone: ['abcde', 'does something else', []],
  gone: ['abcde', 'traces agents and reads mail', ['tracing', 'mail']],
} as const
const products: ProductRecord[] = Object.entries(built).map(([slug, [own, says, topics]], index) =>
  sampleProduct({
    ...verifiedClaim,
    slug,
    id: uuid(0, index),
    tool_ids: [...own].map((letter) => uuid(1, letters.indexOf(letter))),
    approved_at: `2026-01-1${9 - index}T00:00:00.000Z`,
    description: `It ${says}.`,
    topics: [...topics],
    compatibility:
      slug === 'half' ? [{ tool_id: uuid(1, 4), status: 'has_integration', note: null }] : [],
    agent_use_case: slug === 'lone' ? 'sales' : 'research',
    ...(slug === 'gone' ? { lifecycle: { ...active, state: 'archived' as const } } : {}),
  }),
)
const directory = await madeCatalog({
  products,
  tools: tools.map((tool) => ({
    ...tool,
    product_count: products.filter(({ tool_ids }) => tool_ids.includes(tool.id)).length,
  })),
  tables: {
    categories: [{ slug: 'models', name: 'Models', description: '' }],
    topics: [sampleTopic('tracing', { name: 'Tracing' }), sampleTopic('mail', { name: 'Mail' })],
  },
})

const at = (slug: string) => directory.product(slug)!
const near = (slug: string) => nearListings(directory, at(slug), mostAlternatives)
const slugs = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug)

it('alternatives share a topic, the most similar first, with what both are built with', () => {
  const found = alternativesTo(directory, at('lead'), near('lead'))
  expect(found.map(({ product }) => product.slug).sort()).toEqual([
    'edge',
    'half',
    'last',
    'post',
    'twin',
  ])
  expect(found[0]?.product.slug).toBe('twin')
  for (const { product, shared } of found) {
    const both = at(product.slug)
      .tools()
      .filter(({ slug }) => slugs(at('lead').tools()).includes(slug))
    expect(slugs(shared).sort()).toEqual(slugs(both).sort())
  }
  // Half works with e.
  const half = found.find(({ product }) => product.slug === 'half')!
  expect([slugs(half.onlyIt), slugs(half.without)]).toEqual([['f'], ['d']])
})

it('what nobody works on any more is no alternative, and has alternatives', () => {
  expect(near('lead').map(({ product }) => product.slug)).not.toContain('gone')
  expect(near('gone').length).toBeGreaterThan(0)
})

it('fewer than four alternatives make no page', () => {
  for (const slug of ['post', 'lone']) expect(near(slug).length).toBeLessThan(fewestAlternatives)
})

it('a near pair is one from both sides', () => {
  for (const slug of Object.keys(built))
    for (const partner of nearPartners(slug, near)) {
      expect(near(slug).map(({ product }) => product.slug)).toContain(partner)
      expect(nearPartners(partner, near)).toContain(slug)
    }
  expect(nearPartners('lead', near)).toContain('twin')
})

it('a listing is in one known pair, with another of a topic and the tools of both', () => {
  const pairs = knownPairs(directory, 12)
  const [first] = pairs
  expect(pairs.map(({ products: both }) => slugs(both))).toEqual([['lead', 'twin']])
  expect([first!.topic.slug, first!.shared.length, first!.of]).toEqual(['tracing', 5, 5])
})

it('listings stand beside each other in the order that they are given', () => {
  const view = compareView(directory, [at('twin'), at('half')])
  expect(slugs(view.products)).toEqual(['twin', 'half'])
  expect(slugs(view.shared)).toEqual(['a', 'b', 'c'])
  expect(view.byCategory.map(({ name }) => name)).toEqual(['Models'])
  expect(view.sentences).toContainEqual({
    text: 'The topic of both is tracing.',
    isSame: true,
  })
})
