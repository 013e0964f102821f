import { z } from 'zod'
import { AgentUseCase } from '#contract/enums.ts'
import { Slug } from './fields.ts'
import { ProductBrief, ProductListItem } from './product.ts'

/** Why a product is recommended. */
const RecommendationMatch = z
  .object({
    task_match: z
      .enum(['exact', 'text', 'none'])
      .describe(
        '`exact`: its use case, which editors verified, is the task; `text`: its words match the task.',
      ),
    matched_tool_slugs: z
      .array(Slug)
      .describe('The tools of the stack that the product is built with.'),
    matched_tool_count: z.int().min(0).describe('How many those are.'),
    reasons: z.array(z.string()).describe('In words, what matched and where it is written.'),
  })
  .meta({ id: 'RecommendationMatch', description: 'Why a product is recommended.' })

/** One recommended product. */
export const Recommendation = z
  .object({
    rank: z.int().min(1).describe('The place, from 1.'),
    score: z
      .int()
      .min(1)
      .max(100)
      .describe('1 to 100: how much of the task it covers, less what it lacks of the stack.'),
    product: ProductListItem.describe('The product.'),
    match: RecommendationMatch.describe('Why it is recommended.'),
  })
  .meta({ id: 'Recommendation', description: 'One recommended product.' })
export type Recommendation = z.infer<typeof Recommendation>

/** One recommended product in few words. */
export const RecommendationBrief = Recommendation.extend({
  product: ProductBrief.describe('The product.'),
}).meta({ id: 'RecommendationBrief', description: 'One recommended product in few words.' })

/** How the question was understood. */
export const RecommendationQuery = z
  .object({
    task: z.string().nullable().describe('The task as it was asked.'),
    normalized_task: AgentUseCase.nullable().describe(
      'The use case that the task was resolved to.',
    ),
    stack: z.array(z.string()).describe('The stack as it was asked.'),
    resolved_tools: z
      .array(
        z.object({
          slug: Slug.describe('The slug of the tool.'),
          name: z.string().describe('Its name.'),
          category: Slug.describe('The slug of its category.'),
        }),
      )
      .describe('The tools that the stack names.'),
    unresolved_stack_terms: z.array(z.string()).describe('What matched no known tool.'),
  })
  .meta({ id: 'RecommendationQuery', description: 'How the question was understood.' })
