import { z } from 'zod'
import {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  QualificationType,
  SourceKind,
  StackBasis,
  SubmissionTier,
} from './enums.ts'
import { limits } from './limits.ts'
import type { ProductField } from './product-field.ts'
import { Activity } from './resources/activity.ts'
import { EnteredFacts, Fact } from './resources/facts.ts'
import {
  ExamplePhrase,
  HttpUrl,
  Slug,
  Timestamp,
  Uri,
  line,
  name,
  text,
} from './resources/fields.ts'
import { EnteredLifecycle, Lifecycle } from './resources/lifecycle.ts'

/**
 * Every field of a product, in the order of the documents. Resources, columns, presenters, listing
 * files, forms, pages, Markdown and search documents derive from this table.
 */
const table = {
  id: {
    schema: z.uuid().describe('The id of the listing.'),
    in: 'list',
    label: 'Id',
  },
  name: {
    schema: z.string().describe('The product name. Written by its owner.'),
    in: 'brief',
    by: 'owner',
    label: 'Product name',
    entered: name(limits.name),
  },
  slug: {
    schema: Slug.describe('The stable name of the listing.'),
    in: 'brief',
    label: 'Slug',
  },
  description: {
    schema: text(limits.description).describe('What the product does. Written by its owner.'),
    in: 'brief',
    by: 'owner',
    label: 'Description',
    entered: line(limits.description),
  },
  url: {
    schema: Uri.describe('The product homepage.'),
    in: 'brief',
    by: 'owner',
    label: 'Homepage',
    entered: HttpUrl,
  },
  favicon_url: {
    schema: Uri.nullable().describe('The address of the product logo.'),
    in: 'list',
    by: 'owner',
    label: 'Logo',
  },
  founder_name: {
    schema: z.string().nullable().describe('The founder or team.'),
    in: 'list',
    by: 'owner',
    label: 'Founder or team',
    entered: name(limits.founder_name),
    stated: 'listing',
  },
  founder_twitter: {
    schema: z.string().nullable().describe('The handle of the founder, without @.'),
    in: 'list',
    by: 'owner',
    label: 'Handle of the founder',
    entered: line(limits.founder_twitter),
  },
  founder_profile_slug: {
    schema: Slug.nullable().describe('The slug of the founder page, set on approval.'),
    in: 'list',
    label: 'Founder page',
  },
  launch_date: {
    schema: z.iso.date().nullable().describe('The day the product was launched, as YYYY-MM-DD.'),
    in: 'list',
    label: 'Launched',
    kind: 'day',
    entered: z.iso.date(),
    stated: 'listing',
  },
  status: {
    schema: z.literal('approved').describe('Only approved products are public.'),
    in: 'list',
    label: 'Status',
    kind: 'computed',
  },
  created_at: {
    schema: Timestamp.describe('When the listing was submitted or entered.'),
    in: 'list',
    label: 'Submitted',
    kind: 'moment',
  },
  approved_at: {
    schema: Timestamp.nullable().describe('When it was approved.'),
    in: 'list',
    label: 'Approved',
    kind: 'moment',
    stated: 'listing',
  },
  view_count: {
    schema: z.int().min(0).describe('Views of its page, not API reads.'),
    in: 'list',
    label: 'Views',
  },
  is_featured: {
    schema: z.boolean().describe('Whether editors feature it.'),
    in: 'list',
    label: 'Featured',
    entered: z.boolean().default(false),
  },
  featured_rank: {
    schema: z.int().describe('The rank among featured products; 0 without one.'),
    in: 'list',
    label: 'Place among featured',
    entered: z.int().min(0).default(0),
  },
  screenshot_url: {
    schema: Uri.nullable().describe('The address of a screenshot.'),
    in: 'list',
    by: 'owner',
    label: 'Screenshot',
  },
  submission_tier: {
    schema: SubmissionTier.describe('Submissions through the API are always `free`.'),
    in: 'list',
    label: 'Tier',
  },
  review_priority: {
    schema: z.int().describe('The priority in the review queue; 0 is the usual one.'),
    in: 'list',
    label: 'Place in the queue',
  },
  audience_tags: {
    schema: z.array(AudienceTag).describe('Who the product is for.'),
    in: 'list',
    by: 'owner',
    label: 'Audience',
    entered: z.array(AudienceTag).default([]),
    stated: 'listing',
  },
  badge_verified: {
    schema: z.boolean().describe('Whether our badge was found on the product site.'),
    in: 'list',
    label: 'Badge found on its website',
    stated: 'listing',
  },
  submitted_by_agent: {
    schema: z.boolean().describe('Whether it was submitted through the API or MCP.'),
    in: 'list',
    label: 'Submitted by an agent',
  },
  is_agent_product: {
    schema: z.boolean().describe('Whether it is in the agent directory: its claim is verified.'),
    in: 'list',
    label: 'In the agent directory',
    kind: 'computed',
    stated: 'claim',
  },
  qualification_type: {
    schema: QualificationType.nullable().describe('What kind of agent product it claims to be.'),
    in: 'brief',
    by: 'owner',
    label: 'Kind',
    entered: QualificationType,
    stated: 'claim',
  },
  agent_use_case: {
    schema: AgentUseCase.nullable().describe('What its agents are for.'),
    in: 'brief',
    by: 'owner',
    label: 'Use case',
    entered: AgentUseCase,
    stated: 'claim',
  },
  qualification_statement: {
    schema: z.string().nullable().describe('Why it qualifies, in its owner’s words.'),
    in: 'list',
    by: 'owner',
    label: 'Why it qualifies',
    entered: line(limits.qualification_statement),
    stated: 'claim',
  },
  workflow_summary: {
    schema: z.string().nullable().describe('What its agents do, step by step.'),
    in: 'list',
    by: 'owner',
    label: 'What its agents do',
    entered: text(limits.workflow_summary),
    stated: 'claim',
  },
  agent_tools_used: {
    schema: z
      .array(z.string())
      .describe('The frameworks, models and tools its agents use, as named by the owner.'),
    in: 'list',
    by: 'owner',
    label: 'What its agents use',
    entered: z
      .array(line(limits.agent_tools_used.length))
      .max(limits.agent_tools_used.entries)
      .default([]),
    stated: 'claim',
  },
  supporting_links: {
    schema: z.array(Uri).describe('Where the claim can be checked.'),
    in: 'list',
    by: 'owner',
    label: 'Where the claim can be checked',
    kind: 'links',
    entered: z.array(HttpUrl).max(limits.supporting_links.entries).default([]),
    stated: 'claim',
  },
  claim_review_status: {
    schema: ClaimReviewStatus.nullable().describe('The review status; null without a claim.'),
    in: 'brief',
    label: 'Claim',
    entered: ClaimReviewStatus,
    stated: 'claim',
  },
  claim_reviewed_at: {
    schema: Timestamp.nullable().describe('When the claim was last reviewed.'),
    in: 'list',
    label: 'Reviewed',
    kind: 'moment',
    entered: Timestamp,
    stated: 'claim',
  },
  claim_review_notes: {
    schema: z.string().nullable().describe('The notes of the editor on the claim.'),
    in: 'list',
    label: 'Notes of the editors',
    entered: text(1000),
    stated: 'claim',
  },
  claim_verified_by: {
    schema: z.string().nullable().describe('Who, or what, verified the claim.'),
    in: 'list',
    label: 'Verified by',
    entered: line(80),
    stated: 'claim',
  },
  claim_evidence_summary: {
    schema: z.string().nullable().describe('Which evidence was reviewed and what it shows.'),
    in: 'list',
    label: 'Evidence that was read',
    entered: text(1000),
    stated: 'claim',
  },
  stack_basis: {
    schema: StackBasis.describe(
      'What the stack is that of: its code or self-hosted edition, else what its makers publish, the apps it builds, what they document, or what was submitted.',
    ),
    in: 'list',
    label: 'Basis of the stack',
    entered: StackBasis.nullable().default(null),
  },
  overview: {
    schema: z.string().nullable().describe('A longer text about the product.'),
    in: 'detail',
    label: 'Overview',
    entered: text(4000).overwrite((value) => value.trim()),
  },
  editorial_summary: {
    schema: z.string().nullable().describe('A summary by the editors.'),
    in: 'detail',
    label: 'The editors',
    entered: line(400),
  },
  topics: {
    schema: z.array(Slug).describe('Slugs of its topics.'),
    in: 'detail',
    by: 'owner',
    label: 'Topics',
    entered: z.array(Slug).max(limits.topics).default([]),
  },
  lifecycle: {
    schema: Lifecycle.describe('Whether it can still be used.'),
    in: 'detail',
    label: 'Lifecycle',
    entered: EnteredLifecycle,
  },
  activity: {
    schema: Activity.nullable().describe('Whether it is worked on; null where no commit was seen.'),
    in: 'detail',
    label: 'Activity',
    kind: 'computed',
  },
  facts: {
    schema: z.array(Fact).describe('What helps to choose it, each with its source.'),
    in: 'detail',
    label: 'Facts',
    entered: EnteredFacts,
  },
  examples: {
    schema: z.array(z.string()).describe('Phrases by which people search for it.'),
    in: 'private',
    label: 'Example phrases',
    entered: z.array(ExamplePhrase).max(limits.examples.entries).default([]),
  },
  domain: {
    schema: z.string().describe('The host that it is listed under; on code hosts with the path.'),
    in: 'private',
    label: 'Domain',
  },
  source_kind: {
    schema: SourceKind.describe('Who entered the listing: editors, or a submission.'),
    in: 'private',
    label: 'Entered by',
  },
  public_note: {
    schema: z.string().nullable().describe('A public note of the editors, part of `trust`.'),
    in: 'private',
    label: 'Note of the editors',
    entered: line(400),
  },
} as const satisfies Record<string, ProductField>

/** The table of product fields with its exact types. */
export type ProductTable = typeof table
export type ProductFieldName = keyof ProductTable

/** The table with a common type for all fields, for loops. */
export const productFields: Readonly<Record<ProductFieldName, ProductField>> = table

/** The names of all product fields, in the order of the table. */
export const productFieldNames = Object.keys(table) as ProductFieldName[]

/** The name of a field that owners enter. */
export type OwnerFieldName = {
  [K in ProductFieldName]: ProductTable[K] extends { by: 'owner' } ? K : never
}[ProductFieldName]

/** The names of the fields that owners enter, in the order of the table. */
export const ownerFieldNames = productFieldNames.filter(
  (name): name is OwnerFieldName => productFields[name].by === 'owner',
)

/**
 * The label of a product field; for any other name, such as that of a kind of error, the name with
 * spaces instead of underscores.
 */
export function labelOf(name: string): string {
  if (Object.hasOwn(table, name)) return table[name as ProductFieldName].label
  const spaced = name.replaceAll('_', ' ')
  return `${spaced.slice(0, 1).toUpperCase()}${spaced.slice(1)}`
}
