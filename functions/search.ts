import { search } from '#contract/operations/search.ts'
import type { SearchResult } from '#contract/resources/search-result.ts'
import { cleanText } from '#contract/text.ts'
import { searchKey, searchWords } from '#core/search-key.ts'
import { type SearchSignals, rankSearch } from '#core/search-ranking.ts'
import { normalizeTask, useCaseWord } from '#core/use-case.ts'
import type { Db } from '#db/connect.ts'
import { type SearchQuestion, findSearchCandidates, listSearchDetails } from '#db/search.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { askDatabaseElse, catalog, edge, to } from '../src/composition.ts'

/** GET /search */
const answer: Handler<typeof search> = async ({ query: { q, limit, type } }) => {
  const query = cleanText(q)
  const asked = { key: searchKey(query), words: searchWords(query), kind: type ?? null }
  // Only punctuation, or nothing: there is nothing to look for.
  if (asked.key === '') return { status: 200, body: { results: [], query } }
  const questions = [asked, ...sameUseCase(query, asked.kind)]
  const { found, headers } = await askDatabaseElse(
    (db) => fromDatabase(db, questions, limit),
    () => fromSnapshot(questions, limit),
  )
  return { status: 200, body: { results: found, query }, headers }
}

export const searchEndpoint = endpoint(search, answer)
export const ALL = serve(searchEndpoint, edge)

// A phrase that means a use case also finds what has that use case, whatever words it is described
// with.
function sameUseCase(query: string, kind: SearchQuestion['kind']): SearchQuestion[] {
  const useCase = normalizeTask(query, catalog.useCases)
  return useCase ? [{ key: useCaseWord(useCase), words: [useCaseWord(useCase)], kind }] : []
}

async function fromDatabase(
  db: Db,
  questions: readonly SearchQuestion[],
  limit: number,
): Promise<SearchResult[]> {
  const candidates = await Promise.all(
    questions.map((question) => findSearchCandidates(db, question)),
  )
  const chosen = best(questions, candidates, limit)
  const idsOf = (wanted: 'tool' | 'product') =>
    chosen.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const { tools, products } = await listSearchDetails(db, {
    tools: idsOf('tool'),
    products: idsOf('product'),
  })
  return present(
    chosen,
    new Map(tools.map((tool) => [tool.id, tool])),
    new Map(products.map((product) => [product.id, product])),
  )
}

function fromSnapshot(questions: readonly SearchQuestion[], limit: number): SearchResult[] {
  const chosen = best(
    questions,
    questions.map((question) => catalog.texts().signals(question)),
    limit,
  )
  return present(
    chosen,
    catalog.toolsById,
    new Map(catalog.products.map((product) => [product.id, product])),
  )
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

function present(
  chosen: readonly { kind: 'tool' | 'product'; id: string; slug: string; name: string }[],
  tools: ReadonlyMap<string, { description: string | null; icon: string | null }>,
  products: ReadonlyMap<
    string,
    { description: string; favicon_url: string | null; screenshot_url: string | null }
  >,
): SearchResult[] {
  return chosen.flatMap(({ kind: type, id, slug, name }): SearchResult[] => {
    const common = { type, slug, name, icon_url: null, favicon_url: null, screenshot_url: null }
    const tool = tools.get(id)
    if (tool) {
      const icon_url = tool.icon === null ? null : to.icon(tool.icon)
      return [{ ...common, description: tool.description, href: to.tool(slug), icon_url }]
    }
    const product = products.get(id)
    if (!product) return []
    const { description, favicon_url, screenshot_url } = product
    return [{ ...common, description, href: to.listing(slug), favicon_url, screenshot_url }]
  })
}
