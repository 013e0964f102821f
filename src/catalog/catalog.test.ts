import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProductBrief, ProductDetail, ProductListItem } from '#contract/resources/product.ts'
import { addresses } from '#core/addresses.ts'
import { evidenceOf } from '#core/trust.ts'
import { requiredFacets, facetsOf } from '#present/lists/browse.ts'
import { type ProductRecord, productBrief, productDetail } from '#present/present.ts'
import type { ProofRecord } from '#present/product/product-proof.ts'
import { makeCatalogFile } from '#testing/catalog-file.ts'
import { heldBytes } from '#testing/held-bytes.ts'
import { catalogTool, sampleProduct, sampleProof, verifiedClaim } from '#testing/sample-records.ts'
import { withChanges } from './file/change.ts'
import { openCatalogFile } from './file/read.ts'
import { viewOf } from './listing-view.ts'
import { publishedState } from './published-state.ts'
import type { ListQuery } from './published-state.ts'
import type { CatalogTool } from './tables.ts'

const to = addresses('https://site.example')

const uuid = (kind: number, index: number) =>
  `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`

const toolNames = ['langgraph', 'nextjs', 'docling', 'postgresql']
const tools: CatalogTool[] = toolNames.map((slug, index) => ({
  ...catalogTool({ slug, id: uuid(1, index), category: index < 2 ? 'agents' : 'data' }),
  product_count: 0,
}))

const tasks = [
  {
    slug: 'build-software' as const,
    name: 'Build software',
    use_cases: [],
    categories: ['agents'],
    topics: [],
    words: ['code'],
  },
]

const Listing = fc.record({
  tools: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
  approved: fc.nat(6),
  views: fc.nat(3),
  isVerified: fc.boolean(),
  audience: fc.subarray(['b2b', 'consumer'] as const),
  hasCode: fc.boolean(),
  active: fc.option(fc.nat(3)),
})

type Drawn = typeof Listing extends fc.Arbitrary<infer T> ? T : never

function record(index: number, drawn: Drawn, version = 0): ProductRecord {
  return sampleProduct({
    id: uuid(0, index),
    slug: `p${index}`,
    domain: `p${index}.example`,
    description: `${drawn.hasCode ? 'Writes code' : 'Answers letters'}, version ${version}.`,
    approved_at: `2026-01-0${1 + drawn.approved}T00:00:00.000Z`,
    view_count: drawn.views,
    corrected_at: drawn.hasCode ? new Date('2026-02-03T04:05:06.007Z') : null,
    facts: drawn.isVerified ? [contributors(1 + drawn.views)] : [],
    examples: [`letters of kind ${drawn.views}`, `answer letters ${index}`].slice(
      drawn.approved % 3,
    ),
    audience_tags: [...drawn.audience],
    tool_ids: drawn.tools.map((place) => tools[place]!.id),
    evidence: [{ type: 'repository', url: 'https://git.example/x', shows: 'It is there.' }],
    compatibility: drawn.isVerified
      ? [{ tool_id: tools[0]!.id, status: 'works_with' as const, note: 'With "quotes".' }]
      : [],
    proof:
      drawn.active === null
        ? null
        : sampleProof({
            last_activity: activeOn(drawn.active),
            tools: drawn.tools
              .slice(0, drawn.active)
              .map((place) => provedTool(tools[place]!.slug)),
          }),
    ...(drawn.isVerified ? verifiedClaim : {}),
  })
}

const contributors = (count: number): ProductRecord['facts'][number] => ({
  fact: 'contributors',
  value: String(count),
  day: null,
  source: 'https://x.example',
})
const provedTool = (slug: string): ProofRecord['tools'][number] => ({
  slug,
  state: 'proved',
  level: 'required',
  path: 'package.json',
  line: 1,
})
const activeOn = (day: number) => `2026-01-1${day}T00:00:00.000Z`

const relevance = ({ facts, proof }: ProductRecord) =>
  Math.log2(1 + Number(facts[0]?.value ?? 0)) + (proof && proof.tools.length > 0 ? 3 : 0)

const orders: Record<ListQuery['sort'], (a: ProductRecord, b: ProductRecord) => number> = {
  newest: () => 0,
  popular: (a, b) => b.view_count - a.view_count,
  // A moment in this form stands after every earlier one, and after none at all.
  active: (a, b) =>
    String(b.proof?.last_activity ?? '').localeCompare(String(a.proof?.last_activity ?? '')),
  proved: (a, b) => (b.proof?.tools.length ?? 0) - (a.proof?.tools.length ?? 0),
  relevant: (a, b) => relevance(b) - relevance(a),
}

/** The directory as an array, which is slow and plainly right. */
function expected(records: readonly ProductRecord[], entered: readonly CatalogTool[] = []) {
  const counted = [...tools, ...entered].map((tool) => ({
    ...tool,
    product_count: records.filter(({ tool_ids }) => tool_ids.includes(tool.id)).length,
  }))
  const byId = new Map(counted.map((tool) => [tool.id, tool]))
  const newest = (a: ProductRecord, b: ProductRecord) =>
    String(b.approved_at).localeCompare(String(a.approved_at)) || (a.id < b.id ? -1 : 1)
  return {
    counted,
    byId,
    list: ({ offset, limit, sort, ...query }: ListQuery) => {
      const asked = requiredFacets(query, tasks)
      const matching = records
        .filter((product) => {
          const facets = facetsOf(
            product,
            product.tool_ids.map((id) => byId.get(id)!),
            tasks,
          )
          return asked.every((group) => group.some((key) => facets.includes(key)))
        })
        .sort((a, b) => orders[sort](a, b) || newest(a, b))
      return { total: matching.length, page: matching.slice(offset, offset + limit) }
    },
  }
}

const queries: Partial<ListQuery>[] = [
  {},
  { sort: 'popular' },
  { sort: 'active' },
  { sort: 'proved' },
  { sort: 'active', category: 'agents' },
  { tool: 'nextjs' },
  { tool: 'no-such-tool' },
  { category: 'agents', sort: 'popular' },
  { audience: 'b2b' },
  { audience: 'all' },
  { task: 'build-software' },
  { task: 'no-such-task', is_agent: 'true' },
  { tool: 'docling', audience: 'consumer', is_agent: 'true' },
]

describe('a file with what changed since', () => {
  it('answers every list, count and listing as the directory of this moment has it', async () => {
    const changes = fc.array(
      fc.record({
        index: fc.nat(14),
        kind: fc.constantFrom('withdraw', 'edit', 'approve anew'),
        drawn: Listing,
      }),
      { maxLength: 8 },
    )
    const listings = fc.array(Listing, { maxLength: 20, size: 'max' })
    await fc.assert(
      fc.asyncProperty(listings, changes, async (drawn, changed) => {
        const base = drawn.map((one, index) => record(index, one))
        const { list, counted } = expected(base)
        const sorted = list({ task: 'all', sort: 'newest', offset: 0, limit: 99 }).page
        const path = await makeCatalogFile({
          products: sorted,
          tools: counted,
          tables: { tasks },
          // All but a few are compressed.
          plain: 5_000,
        })
        const file = openCatalogFile(path)
        const now = new Map(base.map((one) => [one.slug, one]))
        let snapshot = file.built()
        const atBuild = publishedState(file, snapshot, to)
        for (const [version, { index, kind, drawn: next }] of changed.entries()) {
          const before = now.get(`p${index}`)
          const edited = record(index, next, version + 1)
          // An edit keeps the moment of the approval; whoever is not listed can only be approved.
          const stays = kind === 'edit' && before
          const after =
            kind === 'withdraw'
              ? null
              : stays
                ? { ...edited, approved_at: before.approved_at, view_count: before.view_count }
                : { ...edited, approved_at: `2026-02-01T00:00:0${version}.000Z` }
          if (after) now.set(edited.slug, after)
          else now.delete(edited.slug)
          snapshot = withChanges(file, snapshot, new Map([[edited.slug, after]]), [], to)
        }
        const state = publishedState(file, snapshot, to)
        const records = [...now.values()]
        const directory = expected(records)
        expect(state.total).toBe(records.length)
        expect(state.tools).toEqual(directory.counted)
        for (const partial of queries) {
          for (const [offset, limit] of [
            [0, 48],
            [0, 2],
            [1, 3],
            [4, 2],
            [30, 5],
          ] as const) {
            const query = { task: 'all', sort: 'newest', offset, limit, ...partial } as const
            const { total, page } = directory.list(query)
            const found = state.list(query)
            expect([query, found.total, found.listings.map(({ slug }) => slug)]).toEqual([
              query,
              total,
              page.map(({ slug }) => slug),
            ])
          }
        }
        for (const one of records) {
          const detail = ProductDetail.parse(productDetail(one, directory.byId, to))
          const listing = state.product(one.slug)!
          expect(listing.detail()).toBe(JSON.stringify(detail))
          expect(listing.examples()).toEqual(one.examples)
          expect(viewOf(listing)).toMatchObject({
            evidence: evidenceOf(one),
            correctedAt: one.corrected_at && '2026-02-03T04:05:06.007Z',
          })
          expect(listing.brief()).toBe(
            JSON.stringify(ProductBrief.parse(productBrief(one, directory.byId))),
          )
          expect(listing.listItem()).toBe(JSON.stringify(ProductListItem.parse(detail)))
          expect(state.byDomain([`x.${one.domain}`, one.domain])).toMatchObject({
            match: 'parent_domain',
          })
        }
        for (const { index } of changed.filter(({ index }) => !now.has(`p${index}`))) {
          expect(state.product(`p${index}`)).toBeUndefined()
          expect(state.byDomain([`p${index}.example`])).toBeUndefined()
        }
        // What changed since leaves the directory as it was at the build.
        const all = { task: 'all', sort: 'newest', offset: 0, limit: 99 } as const
        const json = sorted.map((one) =>
          JSON.stringify(ProductDetail.parse(productDetail(one, expected(base).byId, to))),
        )
        expect(atBuild.list(all).listings.map((one) => one.detail())).toEqual(json)
        file.close()
      }),
      { numRuns: 60 },
    )
  })
})

it('a service keeps nothing of the tools that were asked for and that no listing names', async () => {
  const path = await makeCatalogFile({ products: [], tools })
  const file = openCatalogFile(path)
  const { list } = publishedState(file, file.built(), to)
  const [asked, length] = [2_000, 10_000]
  const query = { task: 'all', sort: 'newest', offset: 0, limit: 1 } as const
  const ask = (number: number) => list({ ...query, tool: String(number).padEnd(length, 'x') })
  ask(asked)
  const before = heldBytes()
  for (let number = 0; number < asked; number++) expect(ask(number).total).toBe(0)
  expect(heldBytes() - before).toBeLessThan((asked * length) / 5)
})
