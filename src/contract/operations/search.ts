import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { catalogueRead, commonErrors, operation, response } from '#contract/operation.ts'
import { limitIn, text } from '#contract/resources/fields.ts'
import { note } from '#contract/resources/note.ts'
import { SearchResult } from '#contract/resources/search-result.ts'

export const search = operation({
  ...catalogueRead,
  id: 'search',
  path: '/search',
  summary: 'Search tools and products',
  description:
    'One ranked list of tools and approved products: names first, then by coverage of the query. “without X” excludes, “X alternative” finds what is similar; a licence and “written in Go” are filters.',
  query: z.object({
    q: text(limits.search_query)
      .default('')
      .describe('The words to search for.')
      .meta({ examples: ['browser automation'] }),
    limit: limitIn(limits.search),
    type: z.enum(['tool', 'product']).optional().describe('Only tools, or only products.'),
  }),
  responses: {
    200: response('The results, best first.', {
      results: z.array(SearchResult).describe('The results, best first.'),
      query: z.string().describe('The query that was searched for.'),
      total: z.int().min(0).describe('How many can be had, with the highest `limit`.'),
      note,
    }),
  },
  errors: ['invalid_request', ...commonErrors],
  bucket: 'search_reads',
  toolLimit: limits.search.mcp_default,
  guidance: 'Use it for a name, a part of one, or words; recommend_products for a task or a stack.',
  example: { query: { q: 'browser automation', limit: 2 } },
})
