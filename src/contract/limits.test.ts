import { describe, expect, it } from 'vitest'
import { readBuckets, readPoliciesOf } from './limits.ts'

describe('what READ_LIMITS says', () => {
  it('on is the table of the contract, off is none', () => {
    expect(readPoliciesOf('on')).toEqual(readBuckets)
    expect(readPoliciesOf('off')).toBe('off')
  })

  it('names the buckets that hold another number a minute', () => {
    expect(readPoliciesOf('search_reads=60')).toMatchObject({
      catalogue_reads: { tokens: 120, seconds: 60 },
      search_reads: { tokens: 60, seconds: 60 },
    })
    expect(readPoliciesOf('catalogue_reads=240, search_reads=1')).toMatchObject({
      catalogue_reads: { tokens: 240 },
      search_reads: { tokens: 1 },
    })
  })

  it.each([
    '',
    'yes',
    'reads=5',
    'search_reads',
    'search_reads=0',
    'search_reads=-1',
    'search_reads=1.5',
    'search_reads=1000000',
    'search_reads=5,',
    'toString=5',
    'on,search_reads=5',
  ])('%j says nothing', (setting) => {
    expect(readPoliciesOf(setting)).toBeUndefined()
  })
})
