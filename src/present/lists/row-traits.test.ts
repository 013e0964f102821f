import { describe, expect, it } from 'vitest'
import type { ProductProof } from '#contract/resources/proof.ts'
import { type TraitSource, rowTraits } from './row-traits.ts'

const proof: ProductProof = {
  repository: 'https://git.example/x',
  licence: 'Apache-2.0',
  source_date: '2026-08-22',
  last_activity: '2026-09-03T00:00:00.000Z',
  archived: null,
  checked_at: '2026-11-22T00:00:00.000Z',
  first_commit: null,
  tools: ['redis', 'nextjs'].map((slug, place) => ({
    slug,
    state: place === 0 ? 'proved' : 'not_found',
    level: 'required',
    source: null,
    commit: 'f'.repeat(40),
    line: 1,
    checked_at: '2026-11-22T00:00:00.000Z',
    since: null,
    package: null,
    requirement: null,
    support: null,
    shows: null,
  })),
  past_tools: [],
}
const source: TraitSource = {
  description: 'Does something.',
  topics: ['Customer support', 'Chat'],
  facts: [
    { fact: 'hosting', value: 'cloud' },
    { fact: 'contributors', value: '1896' },
  ],
  proof,
}

describe('the line of a row', () => {
  it('says topic, licence, and how fresh its source is', () => {
    expect(rowTraits(source, 'newest')).toEqual([
      'Customer support',
      'Apache-2.0',
      'updated\u00a0Aug\u00a02026',
    ])
  })

  it('says what the list is sorted by', () => {
    expect(rowTraits(source, 'relevant')).toContain('1,896\u00a0contributors')
    expect(rowTraits(source, 'active')).toContain('commit of 3 Sept 2026')
    expect(rowTraits({ ...source, proof: null }, 'active')).toContain('no commit seen')
  })

  it('leaves out what is not known', () => {
    expect(rowTraits({ ...source, topics: [], facts: [], proof: null }, 'newest')).toEqual([])
  })
})
