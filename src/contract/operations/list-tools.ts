import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { fileAnswer, operation, response } from '#contract/operation.ts'
import { text } from '#contract/resources/fields.ts'
import { note } from '#contract/resources/note.ts'
import { Tool } from '#contract/resources/tool.ts'

export const listTools = operation({
  id: 'list_tools',
  path: '/tools',
  summary: 'List tools',
  description: 'Every tool that a submission may name in `tool_slugs`, by category, then by name.',
  responses: {
    200: response('The tools.', {
      tools: z.array(Tool).describe('The tools, in directory order.'),
      note,
    }),
  },
  isTool: true,
  // Over MCP only: REST answers with a file. Spec, GET /tools: "Query: none".
  toolQuery: z.object({
    category: z.string().optional().describe('Only tools of this category, by its slug.'),
    query: text(limits.search_query)
      .optional()
      .describe('Only tools that these words name or describe, names first.'),
  }),
  guidance: 'Give a category or a query: the whole list is long.',
  ...fileAnswer,
})
