import { z } from 'zod'
import { operation } from '#contract/operation.ts'
import { Tool } from '#contract/resources/tool.ts'

export const listTools = operation({
  id: 'list_tools',
  method: 'GET',
  path: '/tools',
  summary: 'List tools',
  description:
    'Every tool that a submission may name in `tool_slugs`, in a stable order: by category, then by name.',
  responses: {
    200: {
      description: 'The tools.',
      schema: z.object({ tools: z.array(Tool).describe('The tools, in directory order.') }),
    },
  },
  errors: ['method_not_allowed', 'internal'],
  cache: 'revalidated',
  bucket: 'catalogue_reads',
  isTool: true,
  guidance:
    'Use it to learn the valid tool slugs before submit_product, or before filtering by tool. It returns about two hundred short entries.',
  isStatic: true,
  example: {},
})
