import type { Published } from '#catalog/questions.ts'
import * as contract from '#contract/operations/search.ts'
import type { ProductListItem } from '#contract/resources/product.ts'
import type { SearchResult } from '#contract/resources/search-result.ts'
import { cleanText } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { searchKey, searchWords } from '#core/search-key.ts'
import { type SearchSignals, rankSearch } from '#core/search-ranking.ts'
import { normalizeTask, useCaseWord } from '#core/use-case.ts'
import type { Db } from '#db/connect.ts'
import { type SearchQuestion, findSearchCandidates, listSearchDetails } from '#db/search.ts'
import { handling } from './answer.ts'
import { askDatabaseElse } from './degraded.ts'
import type { Service } from './service.ts'

/** GET /search */
export const search = handling(contract.search, async ({ query: { q, limit, type } }, service) => {
  const { to } = service
  const query = cleanText(q)
  const asked = { key: searchKey(query), words: searchWords(query), kind: type ?? null }
  // Only punctuation, or nothing: there is nothing to look for.
  if (asked.key === '') return { status: 200, body: { results: [], query } }
  const published = await service.catalog.current()
  const questions = [asked, ...sameUseCase(query, asked.kind, service)]
  const { found, servedFrom } = await askDatabaseElse(
    service,
    (db) => fromDatabase(db, questions, limit, to),
    () => {
      const texts = published.texts()
      const signals = questions.map((question) => texts.candidates(question))
      return fromCatalog(published, best(questions, signals, limit), to)
    },
  )
  return { status: 200, body: { results: found, query }, servedFrom }
})

// A phrase that means a use case also finds what has that use case, whatever words it is described
// with.
function sameUseCase(
  query: string,
  kind: SearchQuestion['kind'],
  { catalog }: Service,
): SearchQuestion[] {
  const useCase = normalizeTask(query, catalog.useCases)
  return useCase ? [{ key: useCaseWord(useCase), words: [useCaseWord(useCase)], kind }] : []
}

/** The best candidates, those of the first question first, each once. */
function best<C extends SearchSignals & { id: string }>(
  questions: readonly SearchQuestion[],
  candidates: readonly (readonly C[])[],
  limit: number,
): C[] {
  const ranked = questions.flatMap((question, index) => rankSearch(question, candidates[index]!))
  return [...new Map(ranked.map((candidate) => [candidate.id, candidate])).values()].slice(0, limit)
}

interface Chosen {
  kind: 'tool' | 'product'
  id: string
  slug: string
  name: string
}

async function fromDatabase(
  db: Db,
  questions: readonly SearchQuestion[],
  limit: number,
  to: Addresses,
): Promise<SearchResult[]> {
  const candidates = await Promise.all(
    questions.map((question) => findSearchCandidates(db, question)),
  )
  const chosen = best(questions, candidates, limit)
  const idsOf = (wanted: Chosen['kind']) =>
    chosen.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const found = await listSearchDetails(db, { tools: idsOf('tool'), products: idsOf('product') })
  const tools = new Map(found.tools.map((tool) => [tool.id, tool]))
  const products = new Map(found.products.map((product) => [product.id, product]))
  return chosen.flatMap((one) => {
    const tool = tools.get(one.id)
    const product = products.get(one.id)
    if (tool) return [toolResult(one, tool, to)]
    return product ? [productResult(one, product, to)] : []
  })
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
