import { z } from 'zod'
import {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  QualificationType,
  SourceQuality,
} from '#contract/enums.ts'
import { Slug, Timestamp, resource } from './fields.ts'
import { ProductTool, ToolName } from './tool.ts'

const paired = <S extends z.ZodType>(value: S) =>
  z.object({
    left: value.describe('The value of the first product.'),
    right: value.describe('The value of the second product.'),
    same: z.boolean().describe('Whether both are the same.'),
  })

const TrustSide = resource('TrustSide', 'The trust facts of one product in a comparison.', {
  claim_review_status: ClaimReviewStatus.nullable().describe('The review status of its claim.'),
  badge_verified: z.boolean().describe('Whether our badge was found on the product site.'),
  is_featured: z.boolean().describe('Whether editors feature it.'),
  approved_at: Timestamp.nullable().describe('When it was approved.'),
  source_quality: SourceQuality.nullable().describe('How well evidence supports it.'),
})

export const Comparison = resource('Comparison', 'What two products share and where they differ.', {
  shared_tools: z
    .array(ProductTool)
    .describe('The tools that both are built with, in the order of the first.'),
  unique_tools: z
    .record(Slug, z.array(ProductTool))
    .describe('The tools that only one product is built with, by slug.'),
  shared_audience_tags: z.array(AudienceTag).describe('The audiences that both are for.'),
  agent_use_case: paired(AgentUseCase.nullable()).describe('What the agents of each are for.'),
  qualification_type: paired(QualificationType.nullable()).describe('The claimed kind of each.'),
  claim_review_status: paired(ClaimReviewStatus.nullable()).describe('The review status of each.'),
  trust: z.record(Slug, TrustSide).describe('The trust facts of each product, by slug.'),
  summary: z.array(z.string()).describe('One sentence for each fact.'),
})
export type Comparison = z.infer<typeof Comparison>

/** A comparison with only the slugs and names of tools. */
export const ComparisonBrief = Comparison.extend({
  shared_tools: z.array(ToolName).describe(Comparison.shape.shared_tools.description!),
  unique_tools: z
    .record(Slug, z.array(ToolName))
    .describe(Comparison.shape.unique_tools.description!),
}).meta({ id: 'ComparisonBrief', description: 'A comparison that only names its tools.' })
