import { z } from 'zod'

/**
 * Every closed set of values in the API, in the order of the documents. A test compares them with
 * the CHECKs of the database.
 */
export const enums = {
  /** Listings that are `rejected` or `withdrawn` are never shown: they are a 404 for everyone. */
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
  /**
   * The state of a claim of ownership. `waiting`: its address is not at the domain, so an editor
   * decides. `refused`: another owner has as good a proof.
   */
  claimState: ['open', 'proved', 'waiting', 'replaced', 'lapsed', 'refused'],
  claimWay: ['repository', 'website', 'dns'],
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
  stackBasis: [
    'own_code',
    'self_hosted_edition',
    'sdk',
    'plugin',
    'generated_apps',
    'documentation',
    'submission',
  ],
  lifecycleState: ['active', 'unmaintained', 'archived', 'sunset'],
  activityState: ['recent', 'quiet', 'dormant'],
  productSort: ['newest', 'popular'],
  listDetail: ['full', 'brief'],
  lookupMatch: ['exact', 'parent_domain'],
  proofReach: ['every_tool', 'some_tools', 'none_yet'],
  reportedFact: [
    'tool',
    'missing_tool',
    'line',
    'works_with',
    'licence',
    'state',
    'claim',
    'text',
    'other',
  ],
  reportState: ['open', 'mended', 'answered', 'junk'],
  unknownReason: [
    'no_tool',
    'lock_file',
    'not_read',
    'no_graph',
    'no_package_url',
    'variable',
    'not_understood',
    'broken',
    'malformed',
  ],
} as const satisfies Record<string, readonly [string, ...string[]]>

export const ProductStatus = z.enum(enums.productStatus)
export type ProductStatus = z.infer<typeof ProductStatus>
/** Whether a product can still be used. */
export const LifecycleState = z.enum(enums.lifecycleState)
export type LifecycleState = z.infer<typeof LifecycleState>
/** Whether a product is worked on, by the days of its commits and releases. */
export const ActivityState = z.enum(enums.activityState)
export type ActivityState = z.infer<typeof ActivityState>
/** What the stack of a listing is the stack of. */
export const StackBasis = z.enum(enums.stackBasis)
export type StackBasis = z.infer<typeof StackBasis>
/** How a listing was submitted. */
export const SubmissionTier = z.enum(enums.submissionTier)
export type SubmissionTier = z.infer<typeof SubmissionTier>
/** A group that a product is for. */
export const AudienceTag = z.enum(enums.audienceTag)
export type AudienceTag = z.infer<typeof AudienceTag>
/** The kind of an agent product. */
export const QualificationType = z.enum(enums.qualificationType)
export type QualificationType = z.infer<typeof QualificationType>
/** What the agents of a product are used for. */
export const AgentUseCase = z.enum(enums.agentUseCase)
export type AgentUseCase = z.infer<typeof AgentUseCase>
/** The result of the review of a claim. */
export const ClaimReviewStatus = z.enum(enums.claimReviewStatus)
export type ClaimReviewStatus = z.infer<typeof ClaimReviewStatus>
/**
 * The directory that a listing is eligible for: the one of agents, or only that of all products.
 */
export const ClaimEligibility = z.enum(enums.claimEligibility)
export type ClaimEligibility = z.infer<typeof ClaimEligibility>
/** The next step of the review of a listing. */
export const NextActionCode = z.enum(enums.nextActionCode)
export type NextActionCode = z.infer<typeof NextActionCode>
/** Whether editors or a submission brought a listing into the directory. */
export const SourceKind = z.enum(enums.sourceKind)
export type SourceKind = z.infer<typeof SourceKind>
/** How well evidence supports a listing. */
export const SourceQuality = z.enum(enums.sourceQuality)
export type SourceQuality = z.infer<typeof SourceQuality>
/** How a product works with a tool. */
export const CompatibilityStatus = z.enum(enums.compatibilityStatus)
export type CompatibilityStatus = z.infer<typeof CompatibilityStatus>
export const BadgeStatus = z.enum(enums.badgeStatus)
export type BadgeStatus = z.infer<typeof BadgeStatus>
/** How far the ownership of a listing is confirmed. */
export const OwnerClaimStatus = z.enum(enums.ownerClaimStatus)
export type OwnerClaimStatus = z.infer<typeof OwnerClaimStatus>
export const ClaimState = z.enum(enums.claimState)
export type ClaimState = z.infer<typeof ClaimState>
/** Where the owner publishes the proof of a claim of ownership. */
export const ClaimWay = z.enum(enums.claimWay)
export type ClaimWay = z.infer<typeof ClaimWay>
export const ChangelogType = z.enum(enums.changelogType)
export type ChangelogType = z.infer<typeof ChangelogType>
/** A group of tasks that products can be filtered by. */
export const Task = z.enum(enums.task)
export type Task = z.infer<typeof Task>
/** How much an answer contains of each entry of a list. */
export const ListDetail = z.enum(enums.listDetail)
export const ProductSort = z.enum(enums.productSort)
export type ProductSort = z.infer<typeof ProductSort>
/** How much of a listing's stack its repository proves. */
export const ProofReach = z.enum(enums.proofReach)
export type ProofReach = z.infer<typeof ProofReach>
/** A fact of a listing that a report can be about. */
export const ReportedFact = z.enum(enums.reportedFact)
export type ReportedFact = z.infer<typeof ReportedFact>
/** What became of a report. */
export type ReportState = (typeof enums.reportState)[number]
/** Why a name of a project shows no tool. */
export const UnknownReason = z.enum(enums.unknownReason)
export type UnknownReason = z.infer<typeof UnknownReason>
/** How a looked-up website matched a listing. */
export const LookupMatch = z.enum(enums.lookupMatch)
