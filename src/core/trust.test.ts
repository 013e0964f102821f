import { describe, expect, it } from 'vitest'
import { sampleProduct } from '#testing/sample-records.ts'
import { sourceQuality, trustSummary } from './trust.ts'

const homepage = 'https://acme.example'
const link = 'https://acme.example/how'
const proof = { type: 'repository', url: 'https://acme.example/code' }
const reviewed = '2026-01-03T00:00:00.000Z'

/** Every combination of an editor's evidence, supporting links and a review of the claim. */
const table: [
  evidence: (typeof proof)[],
  links: string[],
  at: string | null,
  quality: string,
  source: string,
  shown: (typeof proof)[],
][] = [
  [[], [], null, 'manual_review_only', homepage, []],
  [[], [], reviewed, 'manual_review_only', homepage, []],
  [[], [link], null, 'manual_review_only', homepage, []],
  [[], [link], reviewed, 'reviewed_with_evidence', link, [{ type: 'supporting_link', url: link }]],
  [[proof], [], null, 'curated_evidence', proof.url, [proof]],
  [[proof], [], reviewed, 'curated_evidence', proof.url, [proof]],
  [[proof], [link], null, 'curated_evidence', proof.url, [proof]],
  [[proof], [link], reviewed, 'curated_evidence', proof.url, [proof]],
]

function facts(part: Parameters<typeof sampleProduct>[0] | object) {
  return sampleProduct({ slug: 'acme', url: homepage, ...part })
}

describe('trust', () => {
  it.each(table)(
    'with evidence %j, links %j and a review at %s is %s',
    (evidence, links, at, quality, source, shown) => {
      const withShown = evidence.map((piece) => ({ ...piece, shows: null }))
      const listing = facts({
        evidence: withShown,
        supporting_links: links,
        claim_reviewed_at: at,
        claim_review_status: at ? 'verified' : 'submitted',
      })
      expect(sourceQuality(listing)).toBe(quality)
      const summary = trustSummary(listing)
      expect(summary).toMatchObject({
        review_model: 'manual',
        source_quality: quality,
        source_url: source,
      })
      expect(summary.evidence).toMatchObject(shown)
      expect(summary.evidence).toHaveLength(shown.length)
    },
  )

  it('names the first of several pieces of evidence as the source', () => {
    const links = ['https://acme.example/1', 'https://acme.example/2']
    const claim = { claim_reviewed_at: reviewed, claim_review_status: 'verified' }
    const { source_url } = trustSummary(facts({ ...claim, supporting_links: links }))
    expect(source_url).toBe(links[0])
  })

  it.each(['submitted', 'not_verified', 'needs_revision'])(
    'a claim that was reviewed and is %s earns nothing by its links',
    (claim_review_status) => {
      const claim = { claim_reviewed_at: reviewed, claim_review_status }
      expect(trustSummary(facts({ ...claim, supporting_links: [link] }))).toMatchObject({
        source_quality: 'manual_review_only',
        source_url: homepage,
        evidence: [],
      })
    },
  )

  it.each([
    { review: null, at: null, verified_at: null },
    { review: 'submitted', at: null, verified_at: null },
    { review: 'needs_revision', at: reviewed, verified_at: null },
    { review: 'not_verified', at: reviewed, verified_at: null },
    { review: 'verified', at: reviewed, verified_at: reviewed },
  ])(
    'is verified at $verified_at when the review is $review at $at',
    ({ review, at, verified_at }) => {
      expect(
        trustSummary(facts({ claim_review_status: review, claim_reviewed_at: at })).verified_at,
      ).toBe(verified_at)
    },
  )

  it.each(['curated', 'user_submission', 'other'])(
    'passes on the source kind %s and the note of the editors',
    (source_kind) => {
      expect(trustSummary(facts({ source_kind, public_note: 'Seen.' }))).toMatchObject({
        source_kind,
        public_note: 'Seen.',
      })
    },
  )
})
