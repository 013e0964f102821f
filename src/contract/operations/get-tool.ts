import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { catalogueRead, commonErrors, operation, response } from '#contract/operation.ts'
import { limitIn, text } from '#contract/resources/fields.ts'
import { ProductBrief } from '#contract/resources/product.ts'
import { ToolDetail } from '#contract/resources/tool.ts'

export const getTool = operation({
  ...catalogueRead,
  id: 'get_tool',
  path: '/tools/{slug}',
  summary: 'Fetch a tool and who uses it',
  description:
    'What a tool is, its packages, the products built with it, and the tools used with it.',
  params: z.object({ slug: text(limits.slug).describe('Its slug or name.') }),
  query: z.object({
    offset: z.int().min(0).default(0).describe('How many to skip.'),
    limit: limitIn(limits.products),
  }),
  responses: {
    200: response('The tool.', {
      tool: ToolDetail.describe('The tool.'),
      products: z.array(ProductBrief).describe('Products that are built with it, newest first.'),
      offset: z.int().min(0).describe('The offset that was used.'),
      limit: z.int().min(1).describe('The limit that was used.'),
      hasMore: z.boolean().describe('Whether products follow after this page.'),
    }),
  },
  errors: ['invalid_request', 'not_found', ...commonErrors],
  toolLimit: limits.products.mcp_default,
  guidance: 'For one tool; list_tools compares those of a category.',
  example: { params: { slug: 'qdrant' }, query: { limit: 2 } },
})
