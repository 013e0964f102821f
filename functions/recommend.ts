import { ApiError } from '#contract/errors.ts'
import { recommendProducts } from '#contract/operations/recommend-products.ts'
import { cleanText } from '#contract/text.ts'
import { type ProductRecord, type ToolsById, productDetail } from '#core/present.ts'
import { type Candidate, type Ranked, rank } from '#core/ranking.ts'
import { searchWords } from '#core/search-key.ts'
import { resolveStack } from '#core/stack.ts'
import { sourceQuality } from '#core/trust.ts'
import { normalizeTask } from '#core/use-case.ts'
import { listApprovedById } from '#db/products.ts'
import { type RecommendationCandidate, findRecommendationCandidates } from '#db/recommend.ts'
import { type Handler, endpoint, serve } from '#http/serve.ts'
import { askDatabaseElse, catalog, edge, to, toolsOf } from '../src/composition.ts'

/** GET /recommend */
const answer: Handler<typeof recommendProducts> = async ({ query }) => {
  const task = cleanText(query.task ?? '')
  const stack = (query.stack ?? '').split(',').flatMap((term) => cleanText(term) || [])
  if (task === '' && stack.length === 0) {
    throw new ApiError(
      'invalid_request',
      'Name a task, a stack, or both, such as task=support and stack=postgresql.',
      {
        details: [{ path: 'task', message: 'or stack is required' }],
      },
    )
  }
  const { resolved, unresolved } = resolveStack(stack, catalog.tools)
  const useCase = task === '' ? null : normalizeTask(task, catalog.useCases)
  const words = searchWords(task)
  const best = (candidates: readonly Known[]) =>
    rank({ useCase, stack: resolved }, candidates.map(asCandidate)).slice(0, query.limit)
  const { found, headers } = await askDatabaseElse<Found>(
    async (db) => {
      const ranked = best(
        await findRecommendationCandidates(db, {
          useCase,
          toolIds: resolved.map(({ id }) => id),
          words,
        }),
      )
      const products = await listApprovedById(
        db,
        ranked.map(({ candidate }) => candidate.id),
      )
      return { ranked, products, tools: await toolsOf(db, products) }
    },
    () => {
      const matches = catalog.texts().taskMatches(words)
      const ranked = best(
        catalog.products.map((product) => ({
          ...product,
          text_match: matches.get(product.id) ?? 0,
        })),
      )
      return { ranked, products: catalog.products, tools: catalog.toolsById }
    },
  )
  return {
    status: 200,
    body: {
      query: {
        task: task === '' ? null : task,
        normalized_task: useCase,
        stack,
        resolved_tools: resolved.map(({ slug, name, category }) => ({ slug, name, category })),
        unresolved_stack_terms: unresolved,
      },
      recommendations: present(found),
    },
    headers,
  }
}

export const recommendEndpoint = endpoint(recommendProducts, answer)
export const ALL = serve(recommendEndpoint, edge)

/** What a candidate of the database and a listing of the snapshot have in common. */
type Known = Omit<RecommendationCandidate, 'evidence' | 'claim_reviewed_at'> & {
  evidence: readonly unknown[]
  claim_reviewed_at: Date | string | null
}

function asCandidate({ id, text_match, tool_ids, ...product }: Known): Candidate & { id: string } {
  return {
    ...product,
    id,
    source_quality: sourceQuality(product),
    // The tools that were asked for are of this build.
    toolSlugs: new Set(tool_ids.flatMap((toolId) => catalog.toolsById.get(toolId)?.slug ?? [])),
    textMatch: text_match,
  }
}

interface Found {
  ranked: Ranked<Candidate & { id: string }>[]
  products: ProductRecord[]
  tools: ToolsById
}

function present(found: Found) {
  const products = new Map(found.products.map((product) => [product.id, product]))
  return found.ranked
    .flatMap((ranked) => {
      const product = products.get(ranked.candidate.id)
      return product ? [{ ...ranked, product: productDetail(product, found.tools, to) }] : []
    })
    .map(({ product, score, task_match, matched_tool_slugs, reasons }, index) => ({
      rank: index + 1,
      score,
      product,
      match: {
        task_match,
        matched_tool_slugs,
        matched_tool_count: matched_tool_slugs.length,
        reasons,
      },
    }))
}
