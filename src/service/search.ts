import type { Published } from '#catalog/questions.ts'
import * as contract from '#contract/operations/search.ts'
import type { ProductListItem } from '#contract/resources/product.ts'
import type { SearchResult } from '#contract/resources/search-result.ts'
import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { nothingFits } from '#core/notes.ts'
import { searchKey } from '#core/search-key.ts'
import { type SearchSignals, nearMisses, rankSearch } from '#core/search-ranking.ts'
import type { Db } from '#db/connect.ts'
import { type SearchQuestion, findSearchCandidates, listSearchDetails } from '#db/search.ts'
import { handling } from './answer.ts'
import { askDatabaseElse } from './degraded.ts'
import { readQuestion } from './read-question.ts'

/** GET /search */
export const search = handling(contract.search, async ({ query: { q, limit, type } }, service) => {
  const { to } = service
  const query = cleanText(q)
  const key = searchKey(query)
  // Only punctuation, or nothing: there is nothing to look for.
  if (key === '') return { status: 200, body: { results: [], query } }
  const published = await service.catalog.current()
  const asked = { key, groups: readQuestion(query, service.catalog, published), kind: type ?? null }
  const { found, servedFrom } = await askDatabaseElse(
    service,
    (db) => fromDatabase(db, asked, limit, to),
    () => {
      const { chosen, near } = choose(asked, published.texts().candidates(asked), limit)
      return { results: fromCatalog(published, chosen, to), near }
    },
  )
  const { results, near } = found
  const body = { results, query, ...(results.length === 0 && { note: nothingFits(query, near) }) }
  return { status: 200, body, servedFrom }
})

interface Chosen {
  kind: 'tool' | 'product'
  id: string
  slug: string
  name: string
}

/** What is shown, and what comes near where nothing is. */
function choose<C extends SearchSignals>(
  asked: SearchQuestion,
  candidates: readonly C[],
  limit: number,
) {
  const chosen = rankSearch(asked, candidates).slice(0, limit)
  return { chosen, near: chosen.length === 0 ? nearMisses(asked, candidates) : [] }
}

async function fromDatabase(db: Db, asked: SearchQuestion, limit: number, to: Addresses) {
  const { chosen, near } = choose(asked, await findSearchCandidates(db, asked), limit)
  const idsOf = (wanted: Chosen['kind']) =>
    chosen.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const found = await listSearchDetails(db, { tools: idsOf('tool'), products: idsOf('product') })
  const tools = new Map(found.tools.map((tool) => [tool.id, tool]))
  const products = new Map(found.products.map((product) => [product.id, product]))
  const results = chosen.flatMap((one) => {
    const tool = tools.get(one.id)
    const product = products.get(one.id)
    if (tool) return [toolResult(one, tool, to)]
    return product ? [productResult(one, product, to)] : []
  })
  return { results, near }
}

function fromCatalog(
  published: Published,
  chosen: readonly Chosen[],
  to: Addresses,
): SearchResult[] {
  return chosen.flatMap((one) => {
    const tool = published.toolsById.get(one.id)
    if (tool) return [toolResult(one, tool, to)]
    const listing = published.product(one.slug)
    // Written by the contract's schema.
    return listing
      ? [productResult(one, JSON.parse(listing.listItem()) as ProductListItem, to)]
      : []
  })
}

function toolResult(
  { slug, name }: Chosen,
  { description, icon }: { description: string | null; icon: string | null },
  to: Addresses,
): SearchResult {
  const icon_url = icon === null ? null : to.icon(icon)
  const images = { icon_url, favicon_url: null, screenshot_url: null }
  return { type: 'tool', slug, name, description, href: to.tool(slug), ...images }
}

function productResult(
  { slug, name }: Chosen,
  product: Pick<ProductListItem, 'description' | 'favicon_url' | 'screenshot_url'>,
  to: Addresses,
): SearchResult {
  const { description, favicon_url, screenshot_url } = product
  const images = { icon_url: null, favicon_url, screenshot_url }
  return { type: 'product', slug, name, description, href: to.listing(slug), ...images }
}
