import { search } from '#contract/operations/search.ts'
import type { SearchResult } from '#contract/resources/search-result.ts'
import { cleanText } from '#contract/text.ts'
import { searchKey, searchWords } from '#core/search-key.ts'
import { rankSearch } from '#core/search-ranking.ts'
import { normalizeTask, useCaseWord } from '#core/use-case.ts'
import { findSearchCandidates, listSearchDetails } from '#db/search.ts'
import { type Handler, serve } from '#http/serve.ts'
import { catalog, database, edge, to } from '../src/composition.ts'

/** GET /search */
const answer: Handler<typeof search> = async ({ query: { q, limit, type } }) => {
  const query = cleanText(q)
  return { status: 200, body: { results: await findResults(query, limit, type ?? null), query } }
}

export const ALL = serve(search, edge, answer)

/** The ranked list of tools and approved products for a query. */
async function findResults(query: string, limit: number, kind: 'tool' | 'product' | null): Promise<SearchResult[]> {
  const asked = { key: searchKey(query), words: searchWords(query), kind }
  // Only punctuation, or nothing: there is nothing to look for.
  if (asked.key === '') return []
  // A phrase that means a use case also finds what has that use case, whatever words it is described with.
  const useCase = normalizeTask(query, catalog.useCases)
  const word = useCase && useCaseWord(useCase)
  const questions = word ? [asked, { key: word, words: [word], kind }] : [asked]
  const found = await Promise.all(questions.map(async (question) => rankSearch(question, await findSearchCandidates(database(), question))))
  const candidates = [...new Map(found.flat().map((candidate) => [candidate.id, candidate])).values()].slice(0, limit)
  const idsOf = (wanted: 'tool' | 'product') => candidates.flatMap((candidate) => (candidate.kind === wanted ? [candidate.id] : []))
  const { tools, products } = await listSearchDetails(database(), { tools: idsOf('tool'), products: idsOf('product') })
  const toolsById = new Map(tools.map((tool) => [tool.id, tool]))
  const productsById = new Map(products.map((product) => [product.id, product]))
  return candidates.flatMap(({ kind: type, id, slug, name }): SearchResult[] => {
    const none = { icon_url: null, favicon_url: null, screenshot_url: null }
    const tool = toolsById.get(id)
    if (tool)
      return [
        {
          ...none,
          type,
          slug,
          name,
          description: tool.description,
          href: to.tool(slug),
          icon_url: tool.icon === null ? null : to.icon(tool.icon),
        },
      ]
    const product = productsById.get(id)
    if (!product) return []
    const { description, favicon_url, screenshot_url } = product
    return [{ ...none, type, slug, name, description, href: to.listing(slug), favicon_url, screenshot_url }]
  })
}
