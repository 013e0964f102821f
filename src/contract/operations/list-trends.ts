import { z } from 'zod'
import { catalogueRead, commonErrors, operation, response } from '#contract/operation.ts'
import { Slug, limitIn, object, objects } from '#contract/resources/fields.ts'
import { limits } from '#contract/limits.ts'
import { ToolName } from '#contract/resources/tool.ts'

const count = z.int().min(0)

export const listTrends = operation({
  ...catalogueRead,
  id: 'list_trends',
  path: '/trends',
  summary: 'See which tools come and go',
  description:
    'How many products used a tool by quarter, how many new ones picked it, and which dropped or added it, by month.',
  query: z.object({
    tool: z.string().max(60).optional().describe('Only this tool.'),
    category: z.string().max(60).optional().describe('Only tools of this category.'),
    limit: limitIn(limits.trends),
  }),
  responses: {
    200: response('The trends, of the tool whose use changed most first.', {
      products: count.describe('How many listed products have a known history.'),
      quarters: objects('Each quarter, and how many of these products existed at its end.', {
        quarter: z.string().describe('The quarter, `2026-Q1`.'),
        products: count.describe('How many existed at its end.'),
      }),
      years: objects('Each year, and how many of these products began in it.', {
        year: z.int().describe('The year.'),
        products: count.describe('How many began in it.'),
      }),
      tools: objects('The tools.', {
        ...ToolName.shape,
        category: Slug.describe('The slug of its category.'),
        used: z.array(count).describe('How many products used it at the end of each quarter.'),
        picked: z
          .array(count)
          .describe('How many products that began in each year used it within half a year.'),
        gave_way_to: objects('Tools of its category that came within 90 days when it left.', {
          slug: Slug.describe('The slug of the tool.'),
          count: count.describe('In how many products.'),
        }),
      }),
      moves: objects(
        `Which products dropped and added tools, newest first: at most ${limits.trend_moves.all}, and ${limits.trend_moves.of_tool} of one \`tool\`. What a product used within 90 days of its first commit is not added.`,
        {
          product: object('The product.', {
            slug: Slug.describe('The slug of the product.'),
            name: z.string().describe('Its name.'),
          }),
          month: z.string().describe('The month, `2026-07`.'),
          left: z.array(ToolName).describe('Tools that it dropped.'),
          came: z.array(ToolName).describe('Tools that it added.'),
        },
      ),
      note: z.string().describe('What these numbers do not say.'),
    }),
  },
  errors: ['invalid_request', 'not_found', ...commonErrors],
  toolLimit: limits.trends.mcp_default,
  guidance: 'Is a tool still picked? Who dropped it?',
  example: { query: { tool: 'langchain' } },
})
