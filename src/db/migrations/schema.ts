import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type {
  AgentUseCase,
  AudienceTag,
  ChangelogType,
  ClaimReviewStatus,
  ClaimState,
  ClaimWay,
  CompatibilityStatus,
  OwnerClaimStatus,
  ProductStatus,
  QualificationType,
  ReportState,
  ReportedFact,
  SourceKind,
  StackBasis,
  SubmissionTier,
} from '#contract/enums.ts'
import type { Cycle } from '#contract/resources/cycle.ts'
import type { Fact } from '#contract/resources/facts.ts'
import type { Lifecycle } from '#contract/resources/lifecycle.ts'
import type { ProductProof, ProvedTool } from '#contract/resources/proof.ts'
import type { Reading } from '#contract/resources/reading.ts'

/** A timestamp: read as a `Date`, also taken as text. */
type Moment = ColumnType<Date, Date | string, Date | string>
/** A column with a default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>
/** A column that may be null. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/**
 * What an editor may do: `reviewer` reads and notes, `publisher` decides, `admin` runs the service.
 * Each may also do what those before it may.
 */
export const editorRoles = ['reviewer', 'publisher', 'admin'] as const
export type EditorRole = (typeof editorRoles)[number]

/** Where and when the proof of a claim was seen. */
export interface SeenProof {
  where: string
  commit: string | null
  /** GitHub's id of the repository, which stays when the repository moves. */
  repository_id: string | null
  /** The day, as YYYY-MM-DD. */
  on: string
}

/** A change in a repository since its proof was made. */
export type ProofChange =
  | { what: 'tool'; slug: string; path: string; line: number | null }
  | { what: 'moved'; to: string }
  | { what: 'archived' }
  | { what: 'licence'; from: string; to: string }
  | { what: 'gone' }

type PastTool = ProductProof['past_tools'][number]

interface StackHistory {
  first_commit: string
  tools: Omit<PastTool, 'until'>[]
  past_tools: PastTool[]
}

/** Every table, with columns named as in the contract. The migrations say what each is. */
export interface Database {
  categories: {
    slug: string
    name: string
    description: string
    position: number
  }
  tools: {
    id: Generated<string>
    slug: string
    name: string
    description: string | null
    category: string
    homepage: string
    aliases: Defaulted<string[]>
    icon: string | null
    packages: Defaulted<string[]>
    client_packages: Defaulted<string[]>
    images: Defaulted<string[]>
    marker_files: Defaulted<string[]>
    hosts: Defaulted<string[]>
    main: Defaulted<string[]>
    cycles: JSONColumnType<Cycle[], string | undefined>
    examples: Defaulted<string[]>
    topics: Defaulted<string[]>
    created_at: Defaulted<Date>
  }
  products: {
    id: Generated<string>
    slug: string
    name: string
    description: string
    overview: Optional<string>
    editorial_summary: Optional<string>
    examples: Defaulted<string[]>
    topics: Defaulted<string[]>
    url: string
    domain: string
    registrable_domain: string
    favicon_url: Optional<string>
    screenshot_url: Optional<string>
    founder_name: Optional<string>
    founder_twitter: Optional<string>
    founder_profile_slug: Optional<string>
    launch_date: Optional<string>
    status: Defaulted<ProductStatus>
    submission_tier: Defaulted<SubmissionTier>
    source_kind: SourceKind
    review_priority: Defaulted<number>
    is_featured: Defaulted<boolean>
    featured_rank: Defaulted<number>
    view_count: Defaulted<number>
    audience_tags: Defaulted<AudienceTag[]>
    badge_verified: Defaulted<boolean>
    badge_checked_at: Optional<Date>
    submitted_by_agent: Defaulted<boolean>
    public_note: Optional<string>
    stack_basis: Defaulted<StackBasis>
    lifecycle: Defaulted<Lifecycle>
    facts: JSONColumnType<Fact[], string | undefined>
    file_values: JSONColumnType<Record<string, unknown>, string | undefined>
    reading: Optional<Reading>
    qualification_type: Optional<QualificationType>
    agent_use_case: Optional<AgentUseCase>
    qualification_statement: Optional<string>
    workflow_summary: Optional<string>
    agent_tools_used: Defaulted<string[]>
    supporting_links: Defaulted<string[]>
    claim_review_status: Optional<ClaimReviewStatus>
    claim_reviewed_at: Optional<Date | string>
    claim_review_notes: Optional<string>
    claim_verified_by: Optional<string>
    claim_evidence_summary: Optional<string>
    submitter_email: Optional<string>
    referral_code: Optional<string>
    referred_by: Optional<string>
    rejection_reason: Optional<string>
    created_at: Defaulted<Date>
    approved_at: Optional<Date | string>
    rejected_at: Optional<Date | string>
    withdrawn_at: Optional<Date>
    withdrawal_reason: Optional<string>
    corrected_at: Optional<Date>
    revision_notes: Optional<string>
    revision_asked_at: Optional<Date>
    revised_at: Optional<Date>
    changed_at: Optional<Date>
  }
  product_tools: {
    product_id: string
    tool_id: string
    position: number
  }
  product_custom_tools: {
    product_id: string
    position: number
    name: string
  }
  compatibility: {
    product_id: string
    tool_id: string
    position: number
    status: CompatibilityStatus
    note: string | null
  }
  evidence: {
    product_id: string
    position: number
    type: string
    url: string
    shows: string | null
  }
  proofs: {
    product_id: string
    repository: string
    commit: string
    licence: string | null
    last_activity: ColumnType<Date | null, Date | string | null, Date | string | null>
    archived: boolean | null
    checked_at: Moment
    tools: JSONColumnType<ProvedTool[]>
    /** Since when, and until when, the repository named the tools. */
    history: JSONColumnType<StackHistory | null, string | null | undefined, string | null>
  }
  proof_checks: {
    product_id: string
    next_at: Moment
    checked_at: Optional<Date>
    commit: Optional<string>
    last_activity: ColumnType<Date | null, Date | string | null, Date | string | null>
    archived: Optional<boolean>
    lost: Defaulted<string[]>
    changes: JSONColumnType<ProofChange[], string | undefined>
    failure: Optional<string>
    kept: JSONColumnType<Record<string, { etag: string; value: unknown }>, string | undefined>
  }
  host_waits: {
    host: string
    until: Moment
    refusals: number
  }
  owner_claims: {
    product_id: string
    email: string
    status: Defaulted<OwnerClaimStatus>
    token_hash: string | null
    token_expires_at: Optional<Date>
    verified_at: Optional<Date>
  }
  manage_tokens: {
    token_hash: string
    product_id: string
    expires_at: Moment
    created_at: Defaulted<Date>
  }
  claims: {
    id: string
    product_id: Optional<string>
    domain: Optional<string>
    registrable_domain: Optional<string>
    email: string
    state: Defaulted<ClaimState>
    way: Optional<ClaimWay>
    proof: JSONColumnType<SeenProof | null, string | null | undefined, string | null>
    token_hash: string
    took_over: Defaulted<boolean>
    created_at: Defaulted<Date>
    proved_at: Optional<Date>
    seen_at: Optional<Date>
    missed_at: Optional<Date>
    missing_since: Optional<Date>
    next_look_at: Optional<Date>
    ended_at: Optional<Date>
  }
  proposals: {
    id: Generated<string>
    product_id: string
    /** JSON: for each changed field its proposed value. */
    changes: JSONColumnType<Record<string, unknown>>
    created_at: Defaulted<Date>
    decided_at: Optional<Date>
    decided_by: Optional<string>
    outcome: Optional<'accepted' | 'declined' | 'replaced' | 'taken_back' | 'left'>
    reason: Optional<string>
  }
  reports: {
    id: Generated<string>
    product_id: string
    fact: ReportedFact
    tool: Optional<string>
    message: string
    source: Optional<string>
    email: Optional<string>
    created_at: Defaulted<Date>
    state: Defaulted<ReportState>
    answer: Optional<string>
    decided_at: Optional<Date>
    decided_by: Optional<string>
  }
  weekly_issues: {
    number: number
    slug: string
    title: string
    lead_product_id: string
    product_ids: string[]
    published_at: Moment
  }
  changelog: {
    id: Generated<string>
    type: ChangelogType
    timestamp: Moment
    product_id: string
    approved_at: Optional<Date | string>
    claim_review_status: Optional<ClaimReviewStatus>
    claim_reviewed_at: Optional<Date | string>
    weekly_issue: Optional<number>
    retracted: Defaulted<boolean>
  }
  removals: {
    id: Generated<string>
    timestamp: Moment
    product_id: string
  }
  rebuilds: {
    id: Generated<string>
    asked_at: Defaulted<Date>
    asked_by: string
    /** How many requests were added to this row. */
    asks: Defaulted<number>
    /** The number of tries, including those of failed rows that this row replaces. */
    attempts: Defaulted<number>
    next_attempt_at: Defaulted<Date>
    started_at: Optional<Date>
    locked_until: Optional<Date>
    done_at: Optional<Date>
    failed_at: Optional<Date>
    error: Optional<string>
  }
  live_build: {
    is_only: Defaulted<boolean>
    changed_at: Optional<Date>
    live_at: Moment
  }
  outbox: {
    id: Generated<string>
    kind: string
    product_id: string | null
    to_email: string
    payload: JSONColumnType<Record<string, unknown>>
    attempts: Defaulted<number>
    next_attempt_at: Defaulted<Date>
    locked_until: Optional<Date>
    sent_at: Optional<Date>
    suppressed_at: Optional<Date>
    refused_at: Optional<Date>
    last_error: Optional<string>
    created_at: Defaulted<Date>
  }
  /** What the last decision of an editor on a listing changed, see db/queries/undos.ts. */
  undos: {
    product_id: string
    audit_id: string
    /** The transaction of the decision. */
    xact: string
    before: JSONColumnType<Record<string, unknown>>
    mail_ids: string[]
    created_at: Defaulted<Date>
  }
  mail_off: {
    hash: string
    at: Date
  }
  idempotency_keys: {
    key_hash: string
    body_hash: string
    response: JSONColumnType<Record<string, unknown>>
    created_at: Defaulted<Date>
  }
  audit: {
    id: Generated<string>
    at: Defaulted<Date>
    actor: string
    action: string
    product_id: string | null
    detail: JSONColumnType<Record<string, unknown>>
  }
  limiter_events: {
    bucket: string
    key: string
    at: Defaulted<Date>
  }
  /** The visitors of a listing on a day, as hashes that differ for each day and listing. */
  view_seen: {
    /** As YYYY-MM-DD; the driver would read it as midnight in the process's own time zone. */
    day: ColumnType<Date, string, never>
    product_id: string
    visitor: string
  }
  restriction: {
    is_only: Defaulted<boolean>
    until: Moment
    covers: 'everything' | 'submissions'
    set_by: string
    set_at: Defaulted<Date>
  }
  editors: {
    name: string
    role: EditorRole
    token_hash: string
    created_at: Defaulted<Date>
    revoked_at: Optional<Date>
  }
  takings: {
    product_id: string
    editor: string
    taken_at: Defaulted<Date>
  }
  editor_notices: {
    channel: 'mail'
    told_until: Moment
    tried_until: Moment
    tried_at: Moment
  }
}
