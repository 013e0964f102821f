import { majorsAsked, mostUsedTools } from '#catalog/most-used-tools.ts'
import * as contract from '#contract/operations/get-tool.ts'
import { ToolDetail } from '#contract/resources/tool.ts'
import { facet } from '#present/lists/browse.ts'
import { handling, tagOf } from './answer.ts'
import { knownTool } from './known-tool.ts'

/** GET /tools/{slug}: a tool and its products, from the catalogue. */
export const getTool = handling(
  contract.getTool,
  async ({ params, query: { offset, limit } }, { catalog }) => {
    const published = await catalog.current()
    const found = knownTool(params.slug, published)
    const { slug } = found
    const tool = ToolDetail.parse({
      ...found,
      packages: [...found.packages, ...found.client_packages, ...found.images],
      requirements: majorsAsked(published, slug),
      used_together: mostUsedTools(published, facet('tool', slug)).slice(0, 8),
    })
    const query = { task: 'all', sort: 'newest', tool: slug, offset, limit } as const
    const { total, listings } = published.list(query)
    const rest = JSON.stringify({ offset, limit, hasMore: offset + limit < total })
    const products = listings.map((listing) => listing.brief())
    const head = JSON.stringify({ tool })
    return {
      status: 200,
      json: `${head.slice(0, -1)},"products":[${products.join()}],${rest.slice(1)}`,
      tag: tagOf(head, rest, ...listings.map(({ tag }) => tag)),
    }
  },
)
