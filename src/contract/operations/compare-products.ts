import { z } from 'zod'
import { operation } from '#contract/operation.ts'
import { Comparison } from '#contract/resources/comparison.ts'
import { Slug } from '#contract/resources/fields.ts'
import { ProductDetail } from '#contract/resources/product.ts'

export const compareProducts = operation({
  id: 'compare_products',
  method: 'GET',
  path: '/compare',
  summary: 'Compare two products',
  description:
    'Two approved products side by side: tools, audience, use case, claims and trust, with a summary in sentences.',
  query: z.object({
    slugs: z
      .string()
      .describe('Exactly two distinct product slugs, separated by a comma. Their order is kept.')
      .meta({ examples: ['n8n,dify'] }),
  }),
  responses: {
    200: {
      description: 'The comparison.',
      schema: z.object({
        slugs: z.tuple([Slug, Slug]).describe('The two slugs, in the order they were asked for.'),
        products: z
          .tuple([ProductDetail, ProductDetail])
          .describe('The two products, in the same order.'),
        comparison: Comparison.describe('What they share and where they differ.'),
      }),
    },
  },
  errors: ['invalid_request', 'not_found', 'method_not_allowed', 'internal', 'unavailable'],
  cache: 'dynamic',
  hasSnapshot: true,
  example: { query: { slugs: 'n8n,dify' } },
})
