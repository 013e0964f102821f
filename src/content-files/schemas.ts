import { z } from 'zod'
import {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  CompatibilityStatus,
  QualificationType,
  enums,
} from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { HttpUrl, Timestamp, line, text } from '#contract/resources/fields.ts'

const SlugText = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: 'is not a slug: lower case letters, digits and single hyphens',
})

/** content/categories.yaml */
export const CategoryFile = z
  .array(z.strictObject({ slug: SlugText, name: line(60), description: line(200) }))
  .nonempty()

/** content/tools/<slug>.yaml */
export const ToolFile = z.strictObject({
  name: line(limits.name),
  description: line(limits.description),
  category: SlugText,
  homepage: HttpUrl,
  aliases: z.array(line(60)).default([]),
  icon: z
    .string()
    .regex(/^[a-z0-9-]+\.svg$/, { error: 'names no SVG file of public/icons' })
    .optional(),
})
export type ToolFile = z.infer<typeof ToolFile>

/** content/use-cases.yaml */
export const UseCaseFile = z.array(
  z.strictObject({
    slug: AgentUseCase,
    name: line(60),
    phrases: z.array(line(60)).min(8, { error: 'has fewer than 8 phrases' }),
  }),
)

/** content/tasks.yaml */
export const TaskFile = z.array(
  z.strictObject({
    slug: z.enum(enums.task).exclude(['all']),
    name: line(60),
    use_cases: z.array(AgentUseCase),
    categories: z.array(SlugText),
    words: z.array(line(40)),
  }),
)

/** content/code-hosts.yaml */
export const CodeHostFile = z.array(
  z.strictObject({
    host: z.hostname(),
    sections: z.array(z.string()),
    parts: z.literal([1, 2]).optional(),
  }),
)

/** The front matter of content/weekly/<number>.md. The first product leads the issue. */
export const WeeklyFile = z.strictObject({
  title: line(120),
  slug: SlugText,
  products: z.array(SlugText).nonempty(),
})
export type WeeklyFile = z.infer<typeof WeeklyFile>

/** The front matter of content/docs/<slug>.md. `order` is the place in the list of pages. */
export const DocFile = z.strictObject({
  title: line(80),
  description: line(200),
  order: z.int().min(0),
})
export type DocFile = z.infer<typeof DocFile>

const evidenceTypes = [
  'repository',
  'package_manifest',
  'documentation',
  'website',
  'announcement',
] as const

/**
 * content/listings/<slug>.yaml: a starter listing. Every key must be there, so that what is not
 * known says null.
 */
export const ListingFile = z
  .strictObject({
    name: line(limits.name),
    url: HttpUrl,
    description: line(limits.description),
    overview: text(4000).overwrite((value) => value.trim()),
    editorial_summary: line(400).nullable(),
    founder_name: line(limits.founder_name).nullable(),
    founder_twitter: line(limits.founder_twitter).nullable(),
    launch_date: z.iso.date().nullable(),
    audience_tags: z.array(AudienceTag),
    qualification_type: QualificationType.nullable(),
    agent_use_case: AgentUseCase.nullable(),
    qualification_statement: line(limits.qualification_statement).nullable(),
    workflow_summary: text(limits.workflow_summary).nullable(),
    agent_tools_used: z
      .array(line(limits.agent_tools_used.length))
      .max(limits.agent_tools_used.entries),
    supporting_links: z.array(HttpUrl).max(limits.supporting_links.entries),
    claim_review_status: ClaimReviewStatus.nullable(),
    claim_reviewed_at: Timestamp.nullable(),
    claim_verified_by: line(80).nullable(),
    claim_review_notes: text(1000).nullable(),
    claim_evidence_summary: text(1000).nullable(),
    tools: z.array(SlugText).nonempty(),
    compatibility: z.array(
      z.strictObject({ tool: SlugText, status: CompatibilityStatus, note: line(300).nullable() }),
    ),
    evidence: z
      .array(z.strictObject({ type: z.enum(evidenceTypes), url: HttpUrl, shows: line(300) }))
      .nonempty(),
    public_note: line(400).nullable(),
    approved_at: Timestamp,
    is_featured: z.boolean(),
    featured_rank: z.int().min(0),
  })
  .superRefine((listing, context) => {
    const need = (field: keyof typeof listing, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (listing.qualification_type === null) {
      if (listing.claim_review_status !== null)
        need('claim_review_status', 'a claim needs a qualification_type')
      return
    }
    if (listing.claim_review_status === null)
      need(
        'claim_review_status',
        'a qualification_type needs a claim_review_status, `submitted` at least',
      )
    for (const field of [
      'agent_use_case',
      'qualification_statement',
      'workflow_summary',
    ] as const) {
      if (listing[field] === null) need(field, 'is required with a qualification_type')
    }
    for (const field of ['agent_tools_used', 'supporting_links'] as const) {
      if (listing[field].length === 0) need(field, 'is required with a qualification_type')
    }
    if (listing.claim_review_status !== 'verified') return
    for (const field of [
      'claim_reviewed_at',
      'claim_verified_by',
      'claim_evidence_summary',
    ] as const) {
      if (listing[field] === null)
        need(field, 'is required for a verified claim: say who looked at what, and when')
    }
  })
export type ListingFile = z.infer<typeof ListingFile>
