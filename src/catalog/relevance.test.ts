import { expect, it } from 'vitest'
import type { ProductDetail } from '#contract/resources/product.ts'
import { relevanceOf } from './relevance.ts'

type Judged = Parameters<typeof relevanceOf>[0]

const listing = (contributors: number, more: Partial<Judged> = {}): Judged => ({
  activity: { state: 'recent', last_commit: '2026-11-01', as_of: '2026-11-20' },
  lifecycle: { state: 'active', since: null, successor: null, source: null },
  facts: [
    { fact: 'contributors', value: String(contributors), day: null, source: 'https://x.example' },
  ] satisfies ProductDetail['facts'],
  proof: null,
  is_featured: false,
  ...more,
})

it('what many people make stands first, and what code or editors speak for before its equals', () => {
  const ranked = [
    relevanceOf(listing(2_000), 5),
    relevanceOf(listing(100), 5),
    relevanceOf(listing(100), 0),
    relevanceOf(listing(1), 0),
  ]
  expect(ranked.toSorted((a, b) => b - a)).toEqual(ranked)
  expect(relevanceOf(listing(100, { is_featured: true }), 5)).toBeGreaterThan(ranked[1]!)
})

it.each<Partial<Judged>>([
  { activity: { state: 'dormant', last_commit: '2024-11-01', as_of: '2026-11-20' } },
  { lifecycle: { state: 'archived', since: null, successor: null, source: null } },
])('what nobody works on stands after everything else: %j', (ended) => {
  const last = relevanceOf(listing(0, { activity: null, facts: [] }), 0)
  expect(relevanceOf(listing(4_000, { is_featured: true, ...ended }), 9)).toBeLessThan(last)
})
