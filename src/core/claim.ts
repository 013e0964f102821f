import type {
  AgentUseCase,
  ClaimEligibility,
  ClaimReviewStatus,
  NextActionCode,
  QualificationType,
} from '#contract/enums.ts'

/**
 * The part of a listing that its claim rests on. A rejected listing has no claim that anyone may
 * see.
 */
export interface Claim {
  status: 'pending' | 'approved'
  qualification_type: QualificationType | null
  claim_review_status: ClaimReviewStatus | null
}

const pendingEligibility = {
  submitted: 'agent_directory',
  verified: 'agent_directory',
  needs_revision: 'agent_directory',
  not_verified: 'all_products',
} as const satisfies Record<ClaimReviewStatus, ClaimEligibility>

// Decision, Reads, `next_action_code`.
const pendingAction = {
  submitted: 'UNDER_EDITORIAL_REVIEW',
  verified: 'UNDER_EDITORIAL_REVIEW',
  needs_revision: 'CLAIM_NEEDS_REVISION',
  not_verified: 'CLAIM_NOT_VERIFIED',
} as const satisfies Record<ClaimReviewStatus, NextActionCode>

const approvedAction = {
  submitted: 'APPROVED_FOR_ALL_PRODUCTS_ONLY',
  verified: 'APPROVED_FOR_AGENT_DIRECTORY',
  needs_revision: 'CLAIM_NEEDS_REVISION',
  not_verified: 'CLAIM_NOT_VERIFIED',
} as const satisfies Record<ClaimReviewStatus, NextActionCode>

/**
 * Decision, Reads: pending claims are eligible until they are refused, approved ones only once
 * verified.
 */
export function claimEligibility({ status, claim_review_status: review }: Claim): ClaimEligibility {
  if (review === null) return 'all_products'
  if (status === 'pending') return pendingEligibility[review]
  return review === 'verified' ? 'agent_directory' : 'all_products'
}

/** What happens next, or what the submitter has to do. */
export function nextActionCode({ status, claim_review_status: review }: Claim): NextActionCode {
  if (status === 'pending')
    return review === null ? 'UNDER_EDITORIAL_REVIEW' : pendingAction[review]
  return review === null ? 'APPROVED_FOR_ALL_PRODUCTS_ONLY' : approvedAction[review]
}

/**
 * Decision, Reads: "true exactly when the listing is approved, has a qualification type, and its
 * eligibility is `agent_directory`".
 */
export function isAgentProduct(claim: Claim): boolean {
  return (
    claim.status === 'approved' &&
    claim.qualification_type !== null &&
    claimEligibility(claim) === 'agent_directory'
  )
}

interface ClaimTexts {
  qualification_type: QualificationType | null
  agent_use_case: AgentUseCase | null
  qualification_statement: string | null
  workflow_summary: string | null
  agent_tools_used: string[]
  supporting_links: string[]
}

const noClaim = {
  agent_use_case: null,
  qualification_statement: null,
  workflow_summary: null,
  agent_tools_used: [],
  supporting_links: [],
} as const satisfies Omit<
  { [F in keyof ClaimTexts]: ClaimTexts[F] | readonly [] },
  'qualification_type'
>

/**
 * A listing as readers and rankings may see its claim. Decision, Reads: "claim fields without
 * `qualification_type` are no claim: they are kept for the editor, never shown, never ranked".
 */
export function claimShown<T extends Partial<ClaimTexts> & Pick<ClaimTexts, 'qualification_type'>>(
  listing: T,
): T {
  if (listing.qualification_type !== null) return listing
  const emptied = Object.entries(noClaim).filter(([field]) => field in listing)
  return { ...listing, ...Object.fromEntries(emptied) }
}

/** The use case of a listing as far as it counts in rankings: one that editors verified. */
export function verifiedUseCase<U>(listing: {
  agent_use_case: U | null
  claim_review_status: ClaimReviewStatus | null
}): U | null {
  return listing.claim_review_status === 'verified' ? listing.agent_use_case : null
}
