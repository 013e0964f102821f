import { z } from 'zod'
import {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  CompatibilityStatus,
  QualificationType,
  SourceKind,
  SourceQuality,
  SubmissionTier,
} from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { Slug, Timestamp, Uri, text } from './fields.ts'
import { ProductTool } from './tool.ts'

/**
 * Decision, OpenAPI: these are in every answer, though the OpenAPI document does not list them as
 * required, as the contract says.
 */
export const fieldsFromQualificationOnward = [
  'qualification_type',
  'agent_use_case',
  'qualification_statement',
  'workflow_summary',
  'agent_tools_used',
  'supporting_links',
  'claim_review_status',
  'claim_reviewed_at',
  'claim_review_notes',
  'claim_verified_by',
  'claim_evidence_summary',
  'tools',
] as const

/** An approved product, as lists show it. */
export const ProductListItem = z
  .object({
    id: z.uuid().describe('The id of the listing.'),
    name: z.string().describe('The product name.'),
    slug: Slug.describe('The stable name of the listing.'),
    description: text(limits.description).describe('What the product does. Written by its owner.'),
    url: Uri.describe('The product homepage.'),
    favicon_url: Uri.nullable().describe('The address of the product logo.'),
    founder_name: z.string().nullable().describe('The founder or team.'),
    founder_twitter: z.string().nullable().describe('The handle of the founder, without @.'),
    founder_profile_slug: Slug.nullable().describe(
      'The name of the founder page, set on approval when the founder is named.',
    ),
    launch_date: z.iso
      .date()
      .nullable()
      .describe('The day the product was launched, as YYYY-MM-DD.'),
    status: z.literal('approved').describe('Only approved products are public.'),
    created_at: Timestamp.describe('When the listing was submitted or entered.'),
    approved_at: Timestamp.nullable().describe('When an editor approved it.'),
    view_count: z.int().min(0).describe('Views of its page, not API reads.'),
    is_featured: z.boolean().describe('Whether editors feature it.'),
    featured_rank: z.int().describe('The place among featured products; 0 without one.'),
    screenshot_url: Uri.nullable().describe('The address of a screenshot.'),
    submission_tier: SubmissionTier.describe('Submissions through the API are always `free`.'),
    review_priority: z.int().describe('The place in the review queue; 0 is the ordinary one.'),
    audience_tags: z.array(AudienceTag).describe('Whom the product is for.'),
    badge_verified: z.boolean().describe('Whether our badge was found on the product site.'),
    submitted_by_agent: z.boolean().describe('Whether it was submitted through the API or MCP.'),
    is_agent_product: z
      .boolean()
      .describe(
        'Whether it qualifies for the agent directory: a qualification type with a verified claim.',
      ),
    qualification_type: QualificationType.nullable().describe(
      'What kind of agent product it claims to be.',
    ),
    agent_use_case: AgentUseCase.nullable().describe('What its agents are for.'),
    qualification_statement: z
      .string()
      .nullable()
      .describe('Why it qualifies, in its owner’s words.'),
    workflow_summary: z.string().nullable().describe('What its agents do, step by step.'),
    agent_tools_used: z
      .array(z.string())
      .describe('The frameworks, models and tools its agents use, as named by the owner.'),
    supporting_links: z.array(Uri).describe('Where the claim can be checked.'),
    claim_review_status: ClaimReviewStatus.nullable().describe(
      'How the review of the claim stands; null without a claim.',
    ),
    claim_reviewed_at: Timestamp.nullable().describe('When the claim was last reviewed.'),
    claim_review_notes: z.string().nullable().describe('What the editor says of the claim.'),
    claim_verified_by: z.string().nullable().describe('Who verified the claim.'),
    claim_evidence_summary: z.string().nullable().describe('What was looked at and what it shows.'),
    tools: z.array(ProductTool).describe('The stack, in the order the listing gives.'),
  })
  .meta({ id: 'ProductListItem', description: 'An approved product, as lists show it.' })
export type ProductListItem = z.infer<typeof ProductListItem>

/**
 * An approved product in few words, for readers that cannot hold much: `detail=brief` of GET
 * /products.
 */
export const ProductBrief = z
  .object({
    slug: Slug.describe('The stable name of the listing.'),
    name: z.string().describe('The product name.'),
    description: text(limits.description).describe('What the product does. Written by its owner.'),
    url: Uri.describe('The product homepage.'),
    agent_use_case: AgentUseCase.nullable().describe('What its agents are for.'),
    qualification_type: QualificationType.nullable().describe(
      'What kind of agent product it claims to be.',
    ),
    claim_review_status: ClaimReviewStatus.nullable().describe(
      'How the review of the claim stands; null without a claim.',
    ),
    tools: z
      .array(
        z.object({
          slug: Slug.describe('The slug of the tool.'),
          name: z.string().describe('Its name.'),
        }),
      )
      .describe('The stack, in the order the listing gives.'),
  })
  .meta({ id: 'ProductBrief', description: 'An approved product in few words.' })
export type ProductBrief = z.infer<typeof ProductBrief>

/** Why an answer can be trusted. */
export const TrustSummary = z
  .object({
    review_model: z.literal('manual').describe('Every listing is reviewed by a person.'),
    source_kind: SourceKind.describe('Who entered the listing: editors, or a submission.'),
    source_quality: SourceQuality.describe('How well it is supported by evidence.'),
    source_url: Uri.describe('The first piece of evidence, else the homepage.'),
    verified_at: Timestamp.nullable().describe('When the claim was verified.'),
    public_note: z.string().nullable().describe('A remark of the editors.'),
    evidence: z
      .array(
        z.object({
          type: z
            .string()
            .describe('What kind of source it is, for example `repository` or `package_manifest`.'),
          url: Uri.describe('Where to look.'),
        }),
      )
      .describe('The evidence that was looked at.'),
  })
  .meta({ id: 'TrustSummary', description: 'Who looked at the listing and on what it rests.' })
export type TrustSummary = z.infer<typeof TrustSummary>

/** How a product and a tool go together, curated by editors. */
const CompatibilityItem = z
  .object({
    tool: ProductTool.describe('The tool.'),
    status: CompatibilityStatus.describe('How the product goes with it.'),
    note: z.string().nullable().describe('What the editors found.'),
  })
  .meta({
    id: 'CompatibilityItem',
    description: 'How a product and a tool go together, curated by editors.',
  })

/** One approved product, whole. */
export const ProductDetail = ProductListItem.extend({
  overview: z.string().nullable().describe('A longer text about the product.'),
  editorial_summary: z.string().nullable().describe('How the editors frame it.'),
  trust: TrustSummary.nullable().describe('Who looked at the listing and on what it rests.'),
  compatibility_matrix: z
    .array(CompatibilityItem)
    .describe('Rows exist for agent products only, and only where editors have curated data.'),
}).meta({ id: 'ProductDetail', description: 'One approved product, whole.' })
export type ProductDetail = z.infer<typeof ProductDetail>

/** What the submitter of a pending product sees of it. */
export const PendingProduct = z
  .object({
    slug: Slug.describe('The name the listing will have.'),
    name: z.string().describe('The product name.'),
    status: z.literal('pending').describe('It waits for an editor.'),
    created_at: Timestamp.describe('When it was submitted.'),
  })
  .meta({
    id: 'PendingProduct',
    description: 'What the submitter of a pending product sees of it.',
  })
export type PendingProduct = z.infer<typeof PendingProduct>
