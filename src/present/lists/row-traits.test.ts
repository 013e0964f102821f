import { describe, expect, it } from 'vitest'
import { productProof } from '#present/product/product-proof.ts'
import { sampleFact, sampleProof } from '#testing/sample-records.ts'
import { rowTraits } from './row-traits.ts'

const seen = { source_date: '2026-08-22', last_activity: '2026-09-03T00:00:00.000Z' }
const source = {
  description: 'Does something.',
  topics: ['Customer support', 'Chat'],
  facts: [sampleFact('hosting', 'cloud'), sampleFact('contributors', '1896')],
  proof: productProof(sampleProof({ licence: 'Apache-2.0', ...seen }), []),
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
