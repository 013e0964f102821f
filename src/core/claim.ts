import type {
  ClaimEligibility,
  ClaimReviewStatus,
  NextActionCode,
  QualificationType,
} from '#contract/enums.ts'

/**
 * The state of a listing and of its claim. Rejected listings are missing: their claim is never
 * shown.
 */
export interface Claim {
  status: 'pending' | 'approved'
  qualification_type: QualificationType | null
  claim_review_status: ClaimReviewStatus | null
}

/**
 * Whether a claim counts for the agent directory. Decisions, Review status: the claim of a pending
 * listing does until it is refused, that of an approved listing only once it is verified.
 */
export function claimEligibility({ status, claim_review_status: review }: Claim): ClaimEligibility {
  const isEligible =
    status === 'approved' ? review === 'verified' : review !== null && review !== 'not_verified'
  return isEligible ? 'agent_directory' : 'all_products'
}

/** The next step of a review, or the next action of the submitter. Decisions, Review status. */
export function nextActionCode({ status, claim_review_status: review }: Claim): NextActionCode {
  if (review === 'needs_revision') return 'CLAIM_NEEDS_REVISION'
  if (review === 'not_verified') return 'CLAIM_NOT_VERIFIED'
  if (status === 'pending') return 'UNDER_EDITORIAL_REVIEW'
  return review === 'verified' ? 'APPROVED_FOR_AGENT_DIRECTORY' : 'APPROVED_FOR_ALL_PRODUCTS_ONLY'
}

/**
 * Whether a listing is an agent product. Decisions, Review status: "true exactly when the listing
 * is approved, has a qualification type, and its eligibility is `agent_directory`".
 */
export function isAgentProduct(claim: Claim): boolean {
  return (
    claim.status === 'approved' &&
    claim.qualification_type !== null &&
    claimEligibility(claim) === 'agent_directory'
  )
}

const noClaim = {
  agent_use_case: null,
  qualification_statement: null,
  workflow_summary: null,
  agent_tools_used: [],
  supporting_links: [],
} as const

/**
 * The listing, with empty claim fields if it has no `qualification_type`.
 * Decisions, Claim fields without `qualification_type`: they "are no claim: they are kept for the
 * editor, never shown, never ranked".
 */
export function claimShown<T extends { qualification_type: QualificationType | null }>(
  listing: T,
): T {
  if (listing.qualification_type !== null) return listing
  const emptied = Object.entries(noClaim).filter(([field]) => field in listing)
  return { ...listing, ...Object.fromEntries(emptied) }
}

/** The use case that rankings use: null unless editors verified the claim. */
export function verifiedUseCase<U>(listing: {
  agent_use_case: U | null
  claim_review_status: ClaimReviewStatus | null
}): U | null {
  return listing.claim_review_status === 'verified' ? listing.agent_use_case : null
}
