import type { Published, TaskCandidate } from '#catalog/questions.ts'
import * as contract from '#contract/operations/recommend-products.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { cleanText } from '#contract/text.ts'
import { productDetail } from '#core/present.ts'
import { type Candidate, type Ranked, rank } from '#core/ranking.ts'
import { searchWords } from '#core/search-key.ts'
import { resolveStack } from '#core/stack.ts'
import { sourceQuality } from '#core/trust.ts'
import { normalizeTask } from '#core/use-case.ts'
import { listApprovedById } from '#db/products.ts'
import { type RecommendationCandidate, findRecommendationCandidates } from '#db/recommend.ts'
import { handling } from './answer.ts'
import { askDatabaseElse } from './degraded.ts'
import { toolsOf } from './tools-of.ts'

/** GET /recommend */
export const recommendProducts = handling(
  contract.recommendProducts,
  async ({ query }, service) => {
    const { catalog, to } = service
    const published = await catalog.current()
    const task = cleanText(query.task ?? '')
    const stack = contract.stackTerms(query.stack)
    const { resolved, unresolved } = resolveStack(stack, published.tools)
    const useCase = task === '' ? null : normalizeTask(task, catalog.useCases)
    const words = searchWords(task)
    const best = (candidates: readonly Known[]) =>
      rank({ useCase, stack: resolved }, candidates).slice(0, query.limit)
    const { found, servedFrom } = await askDatabaseElse<Found>(
      service,
      async (db) => {
        const toolIds = resolved.map(({ id }) => id)
        const rows = await findRecommendationCandidates(db, { useCase, toolIds, words })
        const chosen = best(rows.map((row) => fromRow(row, published)))
        const ids = chosen.map(({ candidate }) => candidate.id)
        const records = await listApprovedById(db, ids)
        const tools = await toolsOf(db, published, records)
        return { chosen, products: records.map((record) => productDetail(record, tools, to)) }
      },
      () => {
        const toolSlugs = resolved.map(({ slug }) => slug)
        const listed = published.texts().forTask({ useCase, toolSlugs, words }).map(fromListing)
        const chosen = best(listed.map(({ candidate }) => candidate))
        const products = listed.map(({ product }) => product)
        return { chosen, products }
      },
    )
    const body = {
      query: {
        task: task === '' ? null : task,
        normalized_task: useCase,
        stack,
        resolved_tools: resolved.map(({ slug, name, category }) => ({ slug, name, category })),
        unresolved_stack_terms: unresolved,
      },
      recommendations: present(found),
    }
    return { status: 200, body, servedFrom }
  },
)

type Known = Candidate & { id: string }

interface Found {
  chosen: Ranked<Known>[]
  products: ProductDetail[]
}

function fromRow(
  { tool_ids, text_match, ...row }: RecommendationCandidate,
  { toolsById }: Pick<Published, 'toolsById'>,
): Known {
  return {
    ...row,
    source_quality: sourceQuality(row),
    // The tools that were asked for are of the catalogue.
    toolSlugs: new Set(tool_ids.flatMap((id) => toolsById.get(id)?.slug ?? [])),
    textMatch: text_match,
  }
}

function fromListing({ listing, textMatch }: TaskCandidate) {
  // Written by the contract's schema.
  const product = JSON.parse(listing.detail()) as ProductDetail
  const candidate: Known = {
    ...product,
    source_quality: product.trust?.source_quality ?? 'manual_review_only',
    toolSlugs: new Set(product.tools.map(({ slug }) => slug)),
    textMatch,
  }
  return { product, candidate }
}

// A listing that went between the two questions is left out, and the ranks have no gap.
function present({ chosen, products }: Found) {
  const byId = new Map(products.map((product) => [product.id, product]))
  return chosen
    .flatMap((one) => {
      const product = byId.get(one.candidate.id)
      return product ? [{ ...one, product }] : []
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
