import { ApiError } from '#contract/errors.ts'
import { compareProducts } from '#contract/operations/compare-products.ts'
import { compare } from '#core/comparison.ts'
import { type ProductRecord, type ToolsById, productDetail } from '#core/present.ts'
import { listApprovedBySlug } from '#db/products.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { askDatabaseElse, catalog, edge, to, toolsOf } from '../src/composition.ts'

/** GET /compare */
const answer: Handler<typeof compareProducts> = async ({ query }) => {
  const slugs = readSlugs(query.slugs)
  const { found, headers } = await find(slugs)
  const { products, tools } = found
  const [left, right] = slugs.map((slug) => products.find((product) => product.slug === slug))
  if (!left || !right) {
    const missing = slugs.filter((slug) => !products.some((product) => product.slug === slug))
    throw new ApiError('not_found', `No product is listed under ${missing.join(' and ')}.`)
  }
  const [first, second] = [productDetail(left, tools, to), productDetail(right, tools, to)]
  const body = {
    slugs,
    products: [first, second] as [typeof first, typeof second],
    comparison: compare(first, second),
  }
  return { status: 200, body, headers }
}

export const compareEndpoint = endpoint(compareProducts, answer)
export const ALL = serve(compareEndpoint, edge)

// Spec, GET /compare: "400 when the list is missing, malformed, not exactly two, or has
// duplicates."
function readSlugs(text: string): [string, string] {
  const slugs = text.split(',').map((slug) => slug.trim())
  const [left, right] = slugs
  const problem =
    slugs.length !== 2
      ? `must name exactly two products, separated by a comma, but names ${text.trim() === '' ? 'none' : slugs.length}`
      : slugs.some((slug) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))
        ? 'holds something that is no slug; slugs are lower case letters, digits and hyphens'
        : left === right
          ? 'names the same product twice'
          : undefined
  if (problem || !left || !right) {
    throw new ApiError('invalid_request', `slugs ${problem}.`, {
      details: [{ path: 'slugs', message: String(problem) }],
    })
  }
  return [left, right]
}

function find(slugs: [string, string]) {
  return askDatabaseElse<{ products: ProductRecord[]; tools: ToolsById }>(
    async (db) => {
      const products = await listApprovedBySlug(db, slugs)
      return { products, tools: await toolsOf(db, products) }
    },
    () => {
      const products = slugs.flatMap((slug) => catalog.findProduct(slug) ?? [])
      return products.length < slugs.length ? undefined : { products, tools: catalog.toolsById }
    },
  )
}
