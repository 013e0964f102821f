import { z } from 'zod'
import { ListDetail } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import { catalogueRead, commonErrors, operation } from '#contract/operation.ts'
import { productFilters } from '#contract/product-filters.ts'
import { cleanText } from '#contract/text.ts'
import { limitIn, text } from '#contract/resources/fields.ts'
import { note } from '#contract/resources/note.ts'
import {
  Recommendation,
  RecommendationBrief,
  RecommendationQuery,
} from '#contract/resources/recommendation.ts'

const answerOf = <S extends z.ZodType>(recommendations: S) =>
  z.object({
    query: RecommendationQuery.describe('How the query was understood.'),
    recommendations: recommendations.describe('The recommendations, best first.'),
    note,
  })

export const recommendProducts = operation({
  ...catalogueRead,
  id: 'recommend_products',
  path: '/recommend',
  summary: 'Recommend products for a task and a stack',
  description:
    'Ranks approved products for a task in your own words, a stack, or both. The score, 1 to 100, is how much of the task a product covers, reduced by up to 30 % for missing tools of the stack. The name of a use case gives all products of it first.',
  query: z
    .object({
      task: text(limits.recommend.task)
        .optional()
        .describe('What you want done, in your own words, or a use case.')
        .meta({ examples: ['support'] }),
      stack: text(limits.stack)
        .optional()
        .describe('Tool slugs or names, separated by commas.')
        .meta({ examples: ['supabase,nextjs'] }),
      ...productFilters,
      limit: limitIn(limits.recommend),
      detail: ListDetail.default('full').describe('`brief` shortens each product.'),
    })
    .superRefine(({ task, stack }, context) => {
      if (cleanText(task ?? '') !== '' || stackTerms(stack).length > 0) return
      const sentence = 'Name a task, a stack, or both, such as task=support and stack=postgresql.'
      const message = 'or stack is required'
      context.addIssue({ code: 'custom', path: ['task'], message, params: { sentence } })
    }),
  responses: {
    200: {
      description: 'The recommendations, best first.',
      schema: answerOf(z.union([z.array(Recommendation), z.array(RecommendationBrief)])),
      brief: answerOf(z.array(RecommendationBrief)),
      full: answerOf(z.array(Recommendation)),
    },
  },
  errors: ['invalid_request', ...commonErrors],
  bucket: 'search_reads',
  toolLimit: limits.recommend.mcp_default,
  guidance: 'Prefer detail=brief. `reasons` say why each fits; `note` says when nothing does.',
  example: { query: { task: 'customer support', stack: 'postgresql,redis', limit: 2 } },
})

/** The terms of a comma-separated stack, without empty ones. */
export function stackTerms(stack = ''): string[] {
  return stack.split(',').flatMap((term) => cleanText(term) || [])
}
