import { z } from 'zod'
import {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  QualificationType,
  SourceQuality,
} from '#contract/enums.ts'
import { Slug, Timestamp } from './fields.ts'
import { ProductTool, ToolName } from './tool.ts'

const paired = <S extends z.ZodType>(value: S) =>
  z.object({
    left: value.describe('The value of the first product.'),
    right: value.describe('The value of the second product.'),
    same: z.boolean().describe('Whether both are the same.'),
  })

/** What a product rests on, for one side of a comparison. */
const TrustSide = z
  .object({
    claim_review_status: ClaimReviewStatus.nullable().describe(
      'How the review of the claim stands.',
    ),
    badge_verified: z.boolean().describe('Whether our badge was found on the product site.'),
    is_featured: z.boolean().describe('Whether editors feature it.'),
    approved_at: Timestamp.nullable().describe('When it was approved.'),
    source_quality: SourceQuality.nullable().describe(
      'How well the listing is supported by evidence.',
    ),
  })
  .meta({ id: 'TrustSide', description: 'What a product rests on, for one side of a comparison.' })

/** What two products share and where they differ. */
export const Comparison = z
  .object({
    shared_tools: z
      .array(ProductTool)
      .describe('The tools that both are built with, in the order of the first.'),
    unique_tools: z
      .record(Slug, z.array(ProductTool))
      .describe('For each of the two slugs, the tools that only it is built with.'),
    shared_audience_tags: z.array(AudienceTag).describe('The audiences that both are for.'),
    agent_use_case: paired(AgentUseCase.nullable()).describe('What the agents of each are for.'),
    qualification_type: paired(QualificationType.nullable()).describe(
      'What kind of agent product each claims to be.',
    ),
    claim_review_status: paired(ClaimReviewStatus.nullable()).describe(
      'How the review of each claim stands.',
    ),
    trust: z.record(Slug, TrustSide).describe('For each of the two slugs, what it rests on.'),
    summary: z.array(z.string()).describe('One sentence a fact.'),
  })
  .meta({ id: 'Comparison', description: 'What two products share and where they differ.' })
export type Comparison = z.infer<typeof Comparison>

/** The same with tools in few words. */
export const ComparisonBrief = Comparison.extend({
  shared_tools: z.array(ToolName).describe(Comparison.shape.shared_tools.description!),
  unique_tools: z
    .record(Slug, z.array(ToolName))
    .describe(Comparison.shape.unique_tools.description!),
}).meta({ id: 'ComparisonBrief', description: 'What two products share, in few words.' })
