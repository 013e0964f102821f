import { detailOf } from '#catalog/listing-view.ts'
import type { Published } from '#catalog/questions.ts'
import { ApiError } from '#contract/errors.ts'
import * as contract from '#contract/operations/compare-products.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { compare } from '#present/product/comparison.ts'
import { productDetail } from '#present/present.ts'
import type { Db } from '#db/connection/connect.ts'
import { listApprovedBySlug } from '#db/queries/products.ts'
import { nearNames } from '#search/search.ts'
import { handling } from './answer.ts'
import { toolsOf } from './tools-of.ts'

/** GET /compare: compares two products. */
export const compareProducts = handling(contract.compareProducts, async ({ query }, service) => {
  const slugs = contract.slugsOf(query.slugs) as [string, string] // safe: the contract requires two
  const published = await service.catalog.current()
  const listed = slugs.flatMap((slug) => published.product(slug) ?? [])
  // A slug that the catalogue lacks may have been approved since its last update.
  const found =
    listed.length === slugs.length
      ? listed.map(detailOf)
      : await fromDatabase(service.db, published, slugs, service.urls)
  const [first, second] = slugs.map((slug) => found.find((product) => product.slug === slug))
  if (!first || !second) {
    const missing = slugs.filter((slug) => !found.some((product) => product.slug === slug))
    const near = { kind: 'product', limit: 1 } as const
    const hints = missing.flatMap((slug) =>
      nearNames(published.index, slug, near).map((entry) => entry.slug),
    )
    const hint = hints.length > 0 ? ` Did you mean ${hints.join(' and ')}?` : ''
    throw new ApiError('not_found', `No product is listed under ${missing.join(' and ')}.${hint}`)
  }
  const products: [ProductDetail, ProductDetail] = [first, second]
  return { status: 200, body: { slugs, products, comparison: compare(first, second) } }
})

async function fromDatabase(
  db: Db,
  published: Published,
  slugs: readonly string[],
  urls: Addresses,
): Promise<ProductDetail[]> {
  const records = await listApprovedBySlug(db, slugs)
  const tools = await toolsOf(db, published, records)
  return records.map((record) => productDetail(record, tools, urls))
}
