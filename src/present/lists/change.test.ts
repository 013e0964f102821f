import { describe, expect, it } from 'vitest'
import { Change } from '#contract/resources/change.ts'
import { addresses } from '#core/addresses.ts'
import { enums } from '#contract/enums.ts'
import {
  type ChangeRecord,
  byDay,
  byWeek,
  changeCursor,
  changeFilters,
  changeLabel,
  cursorTimestamp,
  presentChange,
} from './change.ts'

const to = addresses('https://proofstack.example')
const id = '3f0e2c8a-0b7d-4c7e-9a51-0d4a8f6f2b11'
const moment = '2026-05-18T05:28:47.564Z'
const reviewed = '2026-05-17T10:00:00.000Z'

const record = {
  id,
  type: 'product_approved',
  timestamp: moment,
  product: { slug: 'acme', name: 'Acme', url: 'https://acme.example/' },
  approved_at: null,
  claim_review_status: null,
  claim_reviewed_at: null,
  issue: null,
} as const satisfies ChangeRecord

const common = {
  id,
  timestamp: moment,
  product: {
    slug: 'acme',
    name: 'Acme',
    listing_url: 'https://proofstack.example/product/acme',
    website_url: 'https://acme.example/',
  },
}

const issue = { number: 7, slug: 'seven', title: 'Seven', product_slugs: ['zeta', 'acme', 'beta'] }

describe('presentChange', () => {
  it.each<{ type: Change['type']; part: Partial<ChangeRecord>; expected: object }>([
    { type: 'product_approved', part: { approved_at: moment }, expected: { approved_at: moment } },
    ...(['submitted', 'verified', 'not_verified', 'needs_revision'] as const).map(
      (claim_review_status) => ({
        type: 'claim_review_updated' as const,
        part: { claim_review_status, claim_reviewed_at: reviewed },
        expected: { claim_review_status, claim_reviewed_at: reviewed },
      }),
    ),
    {
      type: 'weekly_issue_published',
      part: { issue },
      expected: { issue: { ...issue, url: 'https://proofstack.example/weekly/7' } },
    },
    {
      type: 'weekly_issue_published',
      part: { issue: { ...issue, product_slugs: [] } },
      expected: {
        issue: { ...issue, product_slugs: [], url: 'https://proofstack.example/weekly/7' },
      },
    },
  ])('tells $type with $expected, the common fields and no others', ({ type, part, expected }) => {
    const change = presentChange({ ...record, type, ...part }, to)
    expect(change).toEqual({ ...common, type, ...expected })
    // Parsing leaves out what the contract does not declare.
    expect(Change.parse(change)).toEqual(change)
  })

  it('writes a time in one form, in every field', () => {
    const written = '2026-05-18T10:58:47.5+05:30'
    const text = '2026-05-18T05:28:47.500Z'
    const approved = presentChange({ ...record, timestamp: written, approved_at: written }, to)
    expect(Change.parse(approved)).toMatchObject({ timestamp: text, approved_at: text })
    const claim = { claim_review_status: 'verified', claim_reviewed_at: written } as const
    const type = 'claim_review_updated'
    const reviewedThen = presentChange({ ...record, ...claim, type, timestamp: written }, to)
    expect(Change.parse(reviewedThen)).toMatchObject({ timestamp: text, claim_reviewed_at: text })
  })
})

describe('a cursor', () => {
  it.each([
    moment,
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.001Z',
    '2026-05-18T05:28:47.000Z',
    // A `since` may be of any year, and an empty page hands it on.
    '1969-12-31T23:59:59.999Z',
    '1900-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])('leads back to %s, and an address can hold it as it is', (text) => {
    const cursor = changeCursor(text)
    expect(cursorTimestamp(cursor)).toBe(text)
    expect(changeCursor(new Date(text))).toBe(cursor)
    expect(encodeURIComponent(cursor)).toBe(cursor)
  })

  it('is the same for one moment however Postgres writes it', () => {
    expect(changeCursor('2026-05-18T05:28:47.564+00:00')).toBe(changeCursor(moment))
    expect(changeCursor('2026-05-18T05:28:47+00:00')).toBe(changeCursor('2026-05-18T05:28:47.000Z'))
  })

  it('of another moment is another, a millisecond apart', () => {
    expect(changeCursor('2026-05-18T05:28:47.565Z')).not.toBe(changeCursor(moment))
  })
})

describe('a cursor that is none of ours is refused', () => {
  it.each<{ title: string; cursor: string }>([
    { title: 'empty', cursor: '' },
    { title: 'the letter alone', cursor: 'c' },
    { title: 'a minus alone', cursor: 'c-' },
    { title: 'two minuses', cursor: 'c--1' },
    { title: 'without the letter', cursor: 'mpb2k3l4' },
    { title: 'a timestamp', cursor: moment },
    { title: 'upper case', cursor: changeCursor(moment).toUpperCase() },
    { title: 'space before', cursor: ` ${changeCursor(moment)}` },
    { title: 'space after', cursor: `${changeCursor(moment)} ` },
    { title: 'a line break after', cursor: `${changeCursor(moment)}\n` },
    { title: 'a NUL after', cursor: `${changeCursor(moment)}\0` },
    { title: 'a fraction', cursor: 'c1.5' },
    { title: 'SQL', cursor: "c1'; drop table changelog; --" },
    { title: 'other digits', cursor: 'c１２３' },
    { title: 'later than any date', cursor: 'czzzzzzzzzzz' },
    { title: 'earlier than any date', cursor: 'c-zzzzzzzzzzz' },
    { title: 'the last date there is', cursor: `c${(8.64e15).toString(36)}` },
    { title: 'the first date there is', cursor: `c-${(8.64e15).toString(36)}` },
    { title: 'after the year 9999', cursor: changeCursor('+010000-01-01T00:00:00.000Z') },
    { title: 'before the year 0', cursor: changeCursor('-000001-12-31T23:59:59.999Z') },
    { title: 'a million letters', cursor: `c${'z'.repeat(1_000_000)}` },
  ])('$title', ({ cursor }) => {
    expect(cursorTimestamp(cursor)).toBeUndefined()
  })
})

describe('the changelog as people read it', () => {
  it('has every change once, under its day in UTC, in the order that it came in', () => {
    const moments = [
      '2026-05-19T00:00:00.000Z',
      '2026-05-18T23:59:59.999Z',
      '2026-05-18T00:00:00.000Z',
      '2026-05-01T12:00:00.000Z',
    ]
    const days = byDay(moments.map((timestamp) => ({ timestamp })))
    expect(days.map(({ day }) => day)).toEqual(['2026-05-19', '2026-05-18', '2026-05-01'])
    expect(days.flatMap(({ changes }) => changes.map((one) => one.timestamp))).toEqual(moments)
  })

  it('says each change in a word or two, beside the name of the product', () => {
    const change = presentChange({ ...record, approved_at: moment }, to)
    expect(changeLabel(change)).toBe('Listed')
    const review = { claim_review_status: 'not_verified', claim_reviewed_at: reviewed } as const
    const claim = presentChange({ ...record, ...review, type: 'claim_review_updated' }, to)
    expect(changeLabel(claim)).toBe('Claim could not be verified')
  })

  it('has its days in weeks that begin on a Monday', () => {
    const days = ['2026-11-23', '2026-11-22', '2026-11-16', '2026-01-01'].map((day) => ({ day }))
    expect(byWeek(days).map(({ week, days: ofWeek }) => [week, ofWeek.length])).toEqual([
      ['2026-11-23', 1],
      ['2026-11-16', 2],
      ['2025-12-29', 1],
    ])
  })

  it('can be narrowed to every type of change, each by one name', () => {
    const types = Object.values(changeFilters).map(({ type }) => type)
    expect(types.sort()).toEqual([...enums.changelogType].sort())
  })
})
