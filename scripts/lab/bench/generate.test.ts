import { describe, expect, it } from 'vitest'
import { SubmissionBody } from '#contract/operations/submit-product.ts'
import { approvedAt, claimPercent, generateListing } from './generate.ts'
import { vocabulary } from './words.ts'

const tools = Array.from({ length: 187 }, (_, index) => `tool-${index}`)
const listings = Array.from({ length: 3000 }, (_, index) => generateListing(index, tools))
const share = (of: (listing: (typeof listings)[number]) => boolean) =>
  listings.filter(of).length / listings.length

it('a number gives the same listing, however many others there are', () => {
  expect(generateListing(41, tools)).toEqual(listings[41])
})

it('the contract would accept every listing as a submission', () => {
  for (const { index: _, tools: tool_slugs, ...listing } of listings.slice(0, 500)) {
    const present = Object.entries(listing).filter(([, value]) => value !== null)
    const body = { ...Object.fromEntries(present), tool_slugs, email: 'owner@site.example' }
    expect(SubmissionBody.safeParse(body).error).toBeUndefined()
  }
})

describe('generated listings', () => {
  it('have slugs, domains and moments of their own', () => {
    for (const field of ['slug', 'domain'] as const)
      expect(new Set(listings.map((listing) => listing[field])).size).toBe(listings.length)
    const moments = listings.flatMap(({ approved_at, claim_reviewed_at }) =>
      [approved_at, claim_reviewed_at].flatMap((moment) => moment?.getTime() ?? []),
    )
    expect(new Set(moments).size).toBe(moments.length)
  })

  it('are approved before the starters, up to a hundred thousand', () => {
    expect(approvedAt(100_000).getTime()).toBeLessThan(Date.UTC(2026, 10, 1))
  })

  it('have descriptions of 60 to 240 characters and overviews of about 120 words', () => {
    const lengths = listings.map(({ description }) => description.length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(240)
    for (const { overview } of listings)
      expect(Math.abs(overview.split(/\s+/).length - 120)).toBeLessThan(4)
  })

  it('have the percentages of claims, three in ten in all', () => {
    for (const [status, percent] of Object.entries(claimPercent))
      expect(share((listing) => listing.claim_review_status === status)).toBeCloseTo(
        percent / 100,
        1,
      )
    expect(share((listing) => listing.qualification_type !== null)).toBeCloseTo(0.3, 1)
  })

  it('have 1 to 8 different tools, chosen by Zipf’s law', () => {
    const counts = listings.map((listing) => listing.tools.length)
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 8])
    for (const listing of listings) expect(new Set(listing.tools).size).toBe(listing.tools.length)
    const uses = (tool: string) => share((listing) => listing.tools.includes(tool))
    expect(uses('tool-0')).toBeGreaterThan(0.4)
    expect(uses('tool-0') / uses('tool-50')).toBeGreaterThan(10)
  })

  it('share a vocabulary whose first words of the field are frequent and whose last words are rare', () => {
    expect(vocabulary.length).toBe(new Set(vocabulary).size)
    expect(share(({ overview }) => /\bagent\b/i.test(overview))).toBeGreaterThan(0.3)
    const rare = vocabulary.at(-1)!
    expect(share(({ overview }) => overview.includes(` ${rare} `))).toBeLessThan(0.03)
  })
})
