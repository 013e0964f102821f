import type { Published, TaskCandidate } from '#catalog/questions.ts'
import * as contract from '#contract/operations/recommend-products.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { cleanText } from '#contract/text.ts'
import { mostNear, nothingFits, unknownTools } from '#core/notes.ts'
import { productDetail } from '#core/present.ts'
import { type Candidate, type MatchedWords, type Ranked, nearMisses, rank } from '#core/ranking.ts'
import { topicsIn } from '#core/topics.ts'
import type { WordGroup } from '#core/word-groups.ts'
import { verifiedUseCase } from '#core/claim.ts'
import { resolveStack } from '#core/stack.ts'
import { sourceQuality } from '#core/trust.ts'
import { normalizeTask } from '#core/use-case.ts'
import { listApprovedById } from '#db/products.ts'
import {
  type GroupMatch,
  type RecommendationCandidate,
  findRecommendationCandidates,
} from '#db/recommend.ts'
import { handling } from './answer.ts'
import { askDatabaseElse } from './degraded.ts'
import { readQuestion } from './read-question.ts'
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
    const groups = readQuestion(task, catalog, published)
    const hasTask = task !== ''
    const best = (candidates: readonly Known[]) => {
      const ranked = rank({ hasTask, useCase, stack: resolved }, candidates)
      const chosen = ranked.slice(0, query.limit)
      return { chosen, near: chosen.length === 0 ? nearMisses(candidates).slice(0, mostNear) : [] }
    }
    const { found, servedFrom } = await askDatabaseElse<Found>(
      service,
      async (db) => {
        const toolIds = resolved.map(({ id }) => id)
        const rows = await findRecommendationCandidates(db, { useCase, toolIds, groups })
        const { chosen, near } = best(rows.map((row) => fromRow(row, groups, published)))
        const ids = chosen.map(({ candidate }) => candidate.id)
        const records = await listApprovedById(db, ids)
        const tools = await toolsOf(db, published, records)
        const products = records.map((record) => productDetail(record, tools, to))
        return { chosen, near, products }
      },
      () => {
        const toolSlugs = resolved.map(({ slug }) => slug)
        const listed = published
          .texts()
          .forTask({ useCase, toolSlugs, groups })
          .map((one) => fromListing(one, groups))
        const found = best(listed.map(({ candidate }) => candidate))
        const products = listed.map(({ product }) => product)
        return { ...found, products }
      },
    )
    const recommendations = present(found)
    const notes = [
      ...(recommendations.length === 0 ? [nothingFits(task || stack.join(', '), found.near)] : []),
      ...(unresolved.length > 0 ? [unknownTools(unresolved, published.tools)] : []),
    ]
    const body = {
      query: {
        task: task === '' ? null : task,
        normalized_task: useCase,
        stack,
        resolved_tools: resolved.map(({ slug, name, category }) => ({ slug, name, category })),
        unresolved_stack_terms: unresolved,
      },
      recommendations,
      ...(notes.length > 0 && { note: notes.join(' ') }),
    }
    return { status: 200, body, servedFrom }
  },
)

type Known = Candidate & { id: string; name: string }

interface Found {
  chosen: Ranked<Known>[]
  /** What comes near where nothing was chosen. */
  near: Known[]
  products: ProductDetail[]
}

function fromRow(
  { tool_ids, text_match, groups: found, description, ...row }: RecommendationCandidate,
  groups: readonly WordGroup[],
  { toolsById }: Pick<Published, 'toolsById'>,
): Known {
  return {
    ...row,
    source_quality: sourceQuality(row),
    // The tools that were asked for are of the catalogue.
    toolSlugs: new Set(tool_ids.flatMap((id) => toolsById.get(id)?.slug ?? [])),
    textMatch: text_match,
    matched: matchedWords(found, groups, `${row.name} ${description}`),
  }
}

function fromListing(
  { listing, textMatch, share, matches }: TaskCandidate,
  groups: readonly WordGroup[],
) {
  // Written by the contract's schema.
  const product = JSON.parse(listing.detail()) as ProductDetail
  const candidate: Known = {
    ...product,
    agent_use_case: verifiedUseCase(product),
    source_quality: product.trust?.source_quality ?? 'manual_review_only',
    toolSlugs: new Set(product.tools.map(({ slug }) => slug)),
    textMatch,
    share,
    matched: matchedWords(matches, groups, `${product.name} ${product.description}`),
  }
  return { product, candidate }
}

// Of several topics the one that is said is named; of one that the database found by a stem, that one.
function matchedWords(
  found: readonly GroupMatch[],
  groups: readonly WordGroup[],
  text: string,
): MatchedWords[] {
  return found.flatMap(({ n, stands, on_topic, weight }) => {
    const { words, topics } = groups[n]!
    const said = on_topic
      ? (topicsIn(text, topics)[0] ?? (topics.length === 1 ? topics[0] : undefined))
      : undefined
    const one = { words: words.join(' '), stands, topic: said?.name ?? null, weight }
    return weight > 0 ? [one] : []
  })
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
