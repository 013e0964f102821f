// Answers from a snapshot on this machine, by the code that answers on the site.
import { openBuiltCatalog } from '#catalog/built.ts'
import { ApiError } from '#contract/errors.ts'
import { getProduct } from '#contract/operations/get-product.ts'
import type { Operation } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { readArguments } from '#mcp/arguments.ts'
import { failureJson, resultJson } from '#mcp/tool-result.ts'
import { type Handling, type Reply, handling, valueOf } from '#service/answer.ts'
import { parseInput } from '#service/parse-input.ts'
import { noSuchProduct, publishedAnswer } from '#service/published-product.ts'
import { recommendProducts } from '#service/recommend-products.ts'
import { search } from '#service/search.ts'
import type { Reader } from '#service/service.ts'

const listedProduct = handling(getProduct, async ({ params: { slug } }, { catalog }: Reader) => {
  const published = await catalog.current()
  const listing = published.product(slug)
  if (!listing) throw noSuchProduct(slug, published)
  return { status: 200, ...publishedAnswer(listing) }
})

const handlings = [search, recommendProducts, listedProduct] as unknown as Handling<
  Operation,
  Reader
>[]

/** The operations that a snapshot answers. */
export const offlineOperations: readonly Operation[] = handlings.map(({ operation }) => operation)

/** Calls a tool; the answer is its `ToolResult` as JSON. */
export type OfflineCaller = (name: string, given: Record<string, unknown>) => Promise<string>

/** Opens the snapshot file of a site for calls. */
export function openOffline(file: string, site: string): OfflineCaller {
  const to = addresses(site)
  const built = openBuiltCatalog(file, to)
  const current = async () => built
  const catalog = { ...built, builtFrom: new Date(0), current, asBuilt: current }
  const reader = { urls: to, catalog }
  return async (name, given) => {
    const found = handlings.find(({ operation }) => operation.id === name)
    if (!found) throw new Error(`${name} needs the site: leave out --offline.`)
    const { operation, answer } = found
    try {
      const caller = { address: '', isAgent: true, unknownFields: [] }
      const input = parseInput(operation, readArguments(operation, given))
      const reply = await answer({ ...input, ...caller }, reader)
      const content = 'json' in reply ? reply : { value: reply.body }
      const value = valueOf({ ...reply, content } as Reply<Record<string, unknown>>)
      return resultJson(operation, value, '', { given, to, catalog: built })
    } catch (error) {
      if (error instanceof ApiError) return failureJson(error)
      throw error
    }
  }
}
