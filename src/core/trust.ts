import type { SourceKind, SourceQuality } from '#contract/enums.ts'
import type { TrustSummary } from '#contract/resources/product.ts'

/** Where a listing came from and what it rests on. */
export interface TrustFacts {
  url: string
  source_kind: SourceKind
  supporting_links: string[]
  claim_reviewed_at: string | Date | null
  claim_review_status: string | null
  public_note: string | null
  /** Evidence that editors entered. */
  evidence: { type: string; url: string }[]
}

/**
 * Decision, Reads, Trust: an editor's evidence, then supporting links that a review looked at, else
 * the manual review alone.
 */
export function sourceQuality(
  facts: Pick<TrustFacts, 'claim_reviewed_at' | 'supporting_links'> & {
    evidence: readonly unknown[]
  },
): SourceQuality {
  if (facts.evidence.length > 0) return 'curated_evidence'
  const reviewed = facts.claim_reviewed_at !== null && facts.supporting_links.length > 0
  return reviewed ? 'reviewed_with_evidence' : 'manual_review_only'
}

/** Who looked at the listing and on what it rests. */
export function trustSummary(
  facts: TrustFacts,
): Omit<TrustSummary, 'verified_at'> & { verified_at: string | Date | null } {
  const quality = sourceQuality(facts)
  const links = facts.supporting_links.map((url) => ({ type: 'supporting_link', url }))
  const evidence = quality === 'reviewed_with_evidence' ? links : facts.evidence
  return {
    review_model: 'manual',
    source_kind: facts.source_kind,
    source_quality: quality,
    source_url: evidence[0]?.url ?? facts.url,
    verified_at: facts.claim_review_status === 'verified' ? facts.claim_reviewed_at : null,
    public_note: facts.public_note,
    evidence,
  }
}
