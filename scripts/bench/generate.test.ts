import { describe, expect, it } from 'vitest'
import { SubmissionBody } from '#contract/operations/submit-product.ts'
import { approvedAt, claimShares, generateListing } from './generate.ts'
import { vocabulary } from './vocabulary.ts'

const tools = Array.from({ length: 187 }, (_, index) => `tool-${index}`)
const listings = Array.from({ length: 3000 }, (_, index) => generateListing(index, tools))
const share = (of: (listing: (typeof listings)[number]) => boolean) =>
  listings.filter(of).length / listings.length

it('the same seed gives the same listing, however many others there are, and another seed another', () => {
  expect(generateListing(41, tools)).toEqual(listings[41])
  expect(generateListing(41, tools, 2).overview).not.toBe(listings[41]!.overview)
})

it('every listing could have been submitted: the contract takes it as it is', () => {
  for (const { tools: tool_slugs, ...listing } of listings.slice(0, 500)) {
    const present = Object.entries(listing).filter(([, value]) => value !== null)
    const body = { ...Object.fromEntries(present), tool_slugs, email: 'owner@site.example' }
    expect(SubmissionBody.safeParse(body).error).toBeUndefined()
  }
})

describe('what the generator promises', () => {
  it('slugs, domains and moments are each there once', () => {
    for (const field of ['slug', 'domain'] as const)
      expect(new Set(listings.map((listing) => listing[field])).size).toBe(listings.length)
    const moments = listings.flatMap(({ approved_at, claim_reviewed_at }) =>
      [approved_at, claim_reviewed_at].flatMap((moment) => moment?.getTime() ?? []),
    )
    expect(new Set(moments).size).toBe(moments.length)
  })

  it('a hundred thousand were approved before the starters were', () => {
    expect(approvedAt(100_000).getTime()).toBeLessThan(Date.UTC(2026, 10, 1))
  })

  it('descriptions have 60 to 240 characters and overviews about 120 words', () => {
    const lengths = listings.map(({ description }) => description.length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(240)
    for (const { overview } of listings)
      expect(Math.abs(overview.split(/\s+/).length - 120)).toBeLessThan(4)
  })

  it('claims have their shares, three in ten in all', () => {
    for (const [status, percent] of Object.entries(claimShares))
      expect(share((listing) => listing.claim_review_status === status)).toBeCloseTo(
        percent / 100,
        1,
      )
    expect(share((listing) => listing.qualification_type !== null)).toBeCloseTo(0.3, 1)
  })

  it('a listing has 1 to 8 tools, each once, and the most used has a Zipf share', () => {
    const counts = listings.map((listing) => listing.tools.length)
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 8])
    for (const listing of listings) expect(new Set(listing.tools).size).toBe(listing.tools.length)
    const uses = (tool: string) => share((listing) => listing.tools.includes(tool))
    expect(uses('tool-0')).toBeGreaterThan(0.4)
    expect(uses('tool-0') / uses('tool-50')).toBeGreaterThan(10)
  })

  it('a few thousand words, each once, and the first of the field stand in most overviews', () => {
    expect(vocabulary.length).toBe(new Set(vocabulary).size)
    expect(share(({ overview }) => /\bagent\b/i.test(overview))).toBeGreaterThan(0.3)
    const rare = vocabulary.at(-1)!
    expect(share(({ overview }) => overview.includes(` ${rare} `))).toBeLessThan(0.03)
  })
})
