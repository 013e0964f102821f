import type { SourceKind, SourceQuality } from '#contract/enums.ts'
import type { TrustSummary } from '#contract/resources/product.ts'

/** One piece of evidence, and what it shows where an editor has said so. */
export interface Evidence {
  type: string
  url: string
  shows: string | null
}

/** Where a listing came from and what it rests on. */
export interface TrustFacts {
  url: string
  source_kind: SourceKind
  supporting_links: string[]
  claim_reviewed_at: string | Date | null
  claim_review_status: string | null
  public_note: string | null
  /** Evidence that editors entered. */
  evidence: Evidence[]
}

/**
 * Decision, Reads, Trust: `reviewed_with_evidence` "only when the claim was reviewed **and
 * verified** with its supporting links"; "a claim that was refused or sent back earns nothing".
 */
export function sourceQuality(
  facts: Pick<TrustFacts, 'claim_reviewed_at' | 'claim_review_status' | 'supporting_links'> & {
    evidence: readonly unknown[]
  },
): SourceQuality {
  if (facts.evidence.length > 0) return 'curated_evidence'
  const isVerified = facts.claim_review_status === 'verified' && facts.claim_reviewed_at !== null
  return isVerified && facts.supporting_links.length > 0
    ? 'reviewed_with_evidence'
    : 'manual_review_only'
}

/** What a listing rests on: the one list that its page, its Markdown and the API tell. */
export function evidenceOf(
  facts: Pick<
    TrustFacts,
    'claim_review_status' | 'claim_reviewed_at' | 'supporting_links' | 'evidence'
  >,
): Evidence[] {
  if (sourceQuality(facts) !== 'reviewed_with_evidence')
    return facts.evidence.map(({ type, url, shows }) => ({ type, url, shows }))
  return facts.supporting_links.map((url) => ({ type: 'supporting_link', url, shows: null }))
}

/** Who looked at the listing and on what it rests. */
export function trustSummary(
  facts: TrustFacts,
): Omit<TrustSummary, 'verified_at'> & { verified_at: string | Date | null } {
  const evidence = evidenceOf(facts)
  return {
    review_model: 'manual',
    source_kind: facts.source_kind,
    source_quality: sourceQuality(facts),
    source_url: evidence[0]?.url ?? facts.url,
    verified_at: facts.claim_review_status === 'verified' ? facts.claim_reviewed_at : null,
    public_note: facts.public_note,
    evidence: evidence.map(({ type, url }) => ({ type, url })),
  }
}
