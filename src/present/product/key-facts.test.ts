import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import {
  readmeLine,
  sampleFact as fact,
  sampleProduct,
  sampleProof,
  sampleTool,
  verifiedClaim,
} from '#testing/sample-records.ts'
import { keyFacts, sourceOf, stateOf } from './key-facts.ts'
import { type ProductRecord, productDetail } from '#present/present.ts'

const models = 'abcdefg'
const tools = new Map(
  [...models, 'redis'].map((slug) => {
    const category = slug === 'redis' ? 'data' : 'models-providers'
    const tool = sampleTool({ slug, name: slug.toUpperCase(), category })
    return [tool.id, tool]
  }),
)
const to = addresses('')
const product = (part: Partial<ProductRecord> = {}) =>
  productDetail(sampleProduct({ slug: 'acme', ...part }), tools, to)
const shown = (part: Partial<ProductRecord> = {}) => {
  const { first, further } = keyFacts(product(part), to)
  const texts = (facts: typeof first) =>
    Object.fromEntries(
      facts.map(({ label, values }) => [label, values.map(({ text }) => text).join(', ')]),
    )
  return { first: texts(first), further: texts(further) }
}
const texts = (part: Partial<ProductRecord> = {}) => {
  const { first, further } = shown(part)
  return { ...first, ...further }
}
const proof = sampleProof({
  licence: 'MIT AND Elastic-2.0',
  last_activity: '2026-11-03T00:00:00Z',
  seen_until: '2026-11-22',
  history: { first_commit: '2024-07-05T00:00:00Z', tools: [], past_tools: [] },
})

it('says only what is known', () => {
  expect(shown()).toEqual({ first: {}, further: {} })
})

it('says first by what readers choose, at most five facts, and the others further down', () => {
  const facts = [
    fact('hosting', 'self_hosted'),
    fact('deploy', 'compose'),
    fact('interface', 'web'),
    fact('interface', 'cli'),
    fact('latest_release', '1.2.0', '2026-04-01'),
    fact('package', 'pkg:pypi/acme'),
    fact('package', 'pkg:npm/acme'),
    fact('contributors', '9', '2026-05-22'),
  ]
  expect(
    shown({ audience_tags: ['b2b'], proof, facts, tool_ids: ['tool-redis', 'tool-a'] }),
  ).toEqual({
    first: {
      Licence: 'MIT AND Elastic-2.0',
      'Use it as': 'Web, CLI',
      Hosting: 'Self-hosted',
      'Latest release': '1.2.0, 1 Apr 2026',
      Contributors: '9',
    },
    further: {
      Since: 'Jul 2024',
      'Last commit': '3 Nov 2026, seen up to 22 Nov 2026',
      Audience: 'Companies',
      Models: 'A',
      Package: 'pypi: acme, npm: acme',
      'Deployed by': 'Compose',
    },
  })
})

it('names the models of the stack before those it works with, and not more than fit', () => {
  const compatibility = [...'bcdefg'].map((slug) => ({
    tool_id: `tool-${slug}`,
    status: 'works_with' as const,
    note: null,
  }))
  const part = { ...verifiedClaim, tool_ids: ['tool-a'] }
  expect(texts({ ...part, compatibility })['Models']).toBe('A, B, C, D, 3 more')
  expect(texts({ ...part, compatibility: compatibility.slice(0, 4) })['Models']).toBe(
    'A, B, C, D, E',
  )
})

it('says how a product ended, by its source', () => {
  const lifecycle = {
    state: 'archived',
    since: '2026-02-01',
    successor: null,
    source: readmeLine,
  } as const
  expect(stateOf(product({ lifecycle }))).toEqual({
    text: 'Archived since 1 Feb 2026',
    href: readmeLine,
  })
})

it('a product of which nobody announced an end is active, unless its repository is archived', () => {
  expect(stateOf(product({ proof }))).toEqual({ text: 'Active' })
  expect(stateOf(product({ proof: { ...proof, archived: true } }))).toEqual({
    text: 'Archived',
    href: proof.repository,
  })
})

it('says that a product is not open source if a text does, or that its licence is its own', () => {
  expect(texts({ description: 'A closed platform.' })['Licence']).toBe('Not open source')
  expect(texts({ public_note: 'Closed source.' })['Licence']).toBe('Not open source')
  const evidence = [{ type: 'repository' as const, url: `${readmeLine}/../LICENSE`, shows: null }]
  expect(texts({ evidence })['Licence']).toBe('Its own')
  expect(texts({ evidence, proof })['Licence']).toMatch(/^MIT/)
})

it('finds the code by the proof, else by a repository among the evidence', () => {
  const evidence = [
    {
      type: 'repository' as const,
      url: 'https://github.com/acme/sdk/blob/main/README.md',
      shows: null,
    },
  ]
  const of = (part: Partial<ProductRecord>) => sourceOf({ product: product(part), evidence })
  expect(of({ proof })).toEqual({ href: proof.repository, label: 'Source' })
  expect(of({})).toEqual({ href: 'https://github.com/acme/sdk', label: 'Public code' })
  expect(sourceOf({ product: product(), evidence: [] })).toBeUndefined()
})
