import { z } from 'zod'

/**
 * Every closed set of the API. The order is the order in documents; a database CHECK repeats each
 * and a test compares the two.
 */
export const enums = {
  /** `rejected` and `withdrawn` are never shown: for everyone such a listing is a 404. */
  productStatus: ['pending', 'approved', 'rejected', 'withdrawn'],
  submissionTier: ['free', 'paid_fast_track'],
  audienceTag: ['for-developers', 'for-founders', 'b2b', 'consumer'],
  qualificationType: ['agent_native', 'agent_built', 'agentic_workflow'],
  agentUseCase: ['support', 'research', 'operations', 'sales', 'voice', 'browser_automation'],
  claimReviewStatus: ['submitted', 'verified', 'not_verified', 'needs_revision'],
  claimEligibility: ['agent_directory', 'all_products'],
  nextActionCode: [
    'UNDER_EDITORIAL_REVIEW',
    'CLAIM_NEEDS_REVISION',
    'CLAIM_NOT_VERIFIED',
    'APPROVED_FOR_AGENT_DIRECTORY',
    'APPROVED_FOR_ALL_PRODUCTS_ONLY',
  ],
  sourceKind: ['curated', 'user_submission', 'other'],
  sourceQuality: ['curated_evidence', 'reviewed_with_evidence', 'manual_review_only'],
  compatibilityStatus: ['core_stack', 'has_integration', 'supports_deployment', 'works_with'],
  badgeStatus: ['pending_approval', 'awaiting_verification', 'verified', 'paid_dofollow'],
  ownerClaimStatus: ['unverified', 'email_verified', 'domain_verified', 'editor_verified'],
  changelogType: ['product_approved', 'claim_review_updated', 'weekly_issue_published'],
  task: [
    'all',
    'build-software',
    'automate-browser-work',
    'coordinate-agents',
    'support-customers',
    'work-with-documents',
    'monitor-agents',
  ],
  productSort: ['newest', 'popular'],
  listDetail: ['full', 'brief'],
  lookupMatch: ['exact', 'parent_domain'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export const ProductStatus = z.enum(enums.productStatus)
export type ProductStatus = z.infer<typeof ProductStatus>
export const SubmissionTier = z.enum(enums.submissionTier)
export type SubmissionTier = z.infer<typeof SubmissionTier>
export const AudienceTag = z.enum(enums.audienceTag)
export type AudienceTag = z.infer<typeof AudienceTag>
export const QualificationType = z.enum(enums.qualificationType)
export type QualificationType = z.infer<typeof QualificationType>
export const AgentUseCase = z.enum(enums.agentUseCase)
export type AgentUseCase = z.infer<typeof AgentUseCase>
export const ClaimReviewStatus = z.enum(enums.claimReviewStatus)
export type ClaimReviewStatus = z.infer<typeof ClaimReviewStatus>
export const ClaimEligibility = z.enum(enums.claimEligibility)
export type ClaimEligibility = z.infer<typeof ClaimEligibility>
export const NextActionCode = z.enum(enums.nextActionCode)
export type NextActionCode = z.infer<typeof NextActionCode>
export const SourceKind = z.enum(enums.sourceKind)
export type SourceKind = z.infer<typeof SourceKind>
export const SourceQuality = z.enum(enums.sourceQuality)
export type SourceQuality = z.infer<typeof SourceQuality>
export const CompatibilityStatus = z.enum(enums.compatibilityStatus)
export type CompatibilityStatus = z.infer<typeof CompatibilityStatus>
export const BadgeStatus = z.enum(enums.badgeStatus)
export type BadgeStatus = z.infer<typeof BadgeStatus>
export const OwnerClaimStatus = z.enum(enums.ownerClaimStatus)
export type OwnerClaimStatus = z.infer<typeof OwnerClaimStatus>
export const ChangelogType = z.enum(enums.changelogType)
export type ChangelogType = z.infer<typeof ChangelogType>
export const Task = z.enum(enums.task)
export type Task = z.infer<typeof Task>
export const ListDetail = z.enum(enums.listDetail)
export type ListDetail = z.infer<typeof ListDetail>
export const ProductSort = z.enum(enums.productSort)
export type ProductSort = z.infer<typeof ProductSort>
export const LookupMatch = z.enum(enums.lookupMatch)
