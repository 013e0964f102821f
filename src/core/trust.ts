import type { SourceKind, SourceQuality } from '#contract/enums.ts'
import type { TrustSummary } from '#contract/resources/product.ts'
import type { Reading } from '#contract/resources/reading.ts'

/** A piece of evidence, with the note of an editor on it. */
export interface Evidence {
  type: string
  url: string
  shows: string | null
}

/** The facts about a listing that decide who is said to have reviewed it and with what evidence. */
export interface TrustFacts {
  url: string
  source_kind: SourceKind
  supporting_links: string[]
  claim_reviewed_at: string | Date | null
  claim_review_status: string | null
  public_note: string | null
  reading: Reading | null
  /** Evidence that editors entered. */
  evidence: Evidence[]
}

type EvidenceFacts = Pick<
  TrustFacts,
  'claim_review_status' | 'claim_reviewed_at' | 'supporting_links' | 'evidence'
>

/**
 * How well evidence supports a listing. Decisions, Trust: `reviewed_with_evidence` "only
 * when the claim was reviewed **and verified** with its supporting links"; "a claim that was
 * refused or sent back earns nothing".
 */
export function sourceQuality(facts: EvidenceFacts): SourceQuality {
  if (facts.evidence.length > 0) return 'curated_evidence'
  const isVerified = facts.claim_review_status === 'verified' && facts.claim_reviewed_at !== null
  return isVerified && facts.supporting_links.length > 0
    ? 'reviewed_with_evidence'
    : 'manual_review_only'
}

/** The evidence for a listing, as its page, its Markdown version and the API show it. */
export function evidenceOf(facts: EvidenceFacts): Evidence[] {
  if (sourceQuality(facts) !== 'reviewed_with_evidence')
    return facts.evidence.map(({ type, url, shows }) => ({ type, url, shows }))
  return facts.supporting_links.map((url) => ({ type: 'supporting_link', url, shows: null }))
}

/** Who reviewed a listing, and the evidence for it. */
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
    reading: facts.reading,
    public_note: facts.public_note,
    evidence: evidence.map(({ type, url }) => ({ type, url })),
  }
}
