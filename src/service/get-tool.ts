import { usedTogether } from '#catalog/used-together.ts'
import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/get-tool.ts'
import { cut } from '#contract/text.ts'
import { didYouMean } from '#core/nearest-names.ts'
import { handling, tagOf } from './answer.ts'

/** GET /tools/{slug}: a tool and its products, from the catalogue. */
export const getTool = handling(
  contract.getTool,
  async ({ params: { slug }, query: { offset, limit } }, { catalog }) => {
    const published = await catalog.current()
    const found = published.toolsBySlug.get(slug)
    if (!found) {
      const hint = didYouMean(slug, [...published.toolsBySlug.keys()])
      throw new ApiError(
        'not_found',
        `No tool is known as ${JSON.stringify(cut(slug, 60))}${hint}.`,
      )
    }
    const { name, description, category, homepage, topics, product_count } = found
    const packages = [...found.packages, ...found.client_packages, ...found.images]
    const used_together = usedTogether(published, slug)
    const tool = {
      slug,
      name,
      description,
      category,
      homepage,
      topics,
      packages,
      product_count,
      used_together,
    }
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
