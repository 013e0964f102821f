import { z } from 'zod'
import { AgentUseCase } from '#contract/enums.ts'
import { Slug, objects, resource } from './fields.ts'
import { ProductBrief, ProductListItem } from './product.ts'
import { ToolName } from './tool.ts'

const RecommendationMatch = resource('RecommendationMatch', 'Why a product is recommended.', {
  task_match: z
    .enum(['exact', 'text', 'none'])
    .describe(
      '`exact`: its use case, which editors verified, is the task; `text`: its words match the task.',
    ),
  matched_tool_slugs: z
    .array(Slug)
    .describe('The tools of the stack that the product is built with.'),
  matched_tool_count: z.int().min(0).describe('The number of those tools.'),
  reasons: z.array(z.string()).describe('What matched, and in which text.'),
})

export const Recommendation = resource('Recommendation', 'One recommended product.', {
  rank: z.int().min(1).describe('The rank, from 1.'),
  score: z
    .int()
    .min(1)
    .max(100)
    .describe('1 to 100: how much of the task it covers, reduced for missing tools of the stack.'),
  product: ProductListItem.describe('The product.'),
  match: RecommendationMatch.describe('Why it is recommended.'),
})

export const RecommendationBrief = Recommendation.extend({
  product: ProductBrief.describe('The product.'),
}).meta({ id: 'RecommendationBrief', description: 'One recommended product in short.' })

export const RecommendationQuery = resource(
  'RecommendationQuery',
  'How the query was understood.',
  {
    task: z.string().nullable().describe('The task of the query.'),
    normalized_task: AgentUseCase.nullable().describe('The use case of the task.'),
    stack: z.array(z.string()).describe('The stack of the query.'),
    resolved_tools: objects('The tools that the stack names.', {
      ...ToolName.shape,
      category: Slug.describe('The slug of its category.'),
    }),
    unresolved_stack_terms: z
      .array(z.string())
      .describe('Terms of the stack that match no known tool.'),
  },
)
