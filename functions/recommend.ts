import { ApiError } from '#contract/errors.ts'
import { recommendProducts } from '#contract/operations/recommend-products.ts'
import { cleanText } from '#contract/text.ts'
import { type ToolRecord, namedToolIds, productDetail } from '#core/present.ts'
import { rank } from '#core/ranking.ts'
import { searchWords } from '#core/search-key.ts'
import { resolveStack } from '#core/stack.ts'
import { sourceQuality } from '#core/trust.ts'
import { normalizeTask } from '#core/use-case.ts'
import { listApprovedById } from '#db/products.ts'
import { findRecommendationCandidates } from '#db/recommend.ts'
import { listToolsById } from '#db/tools.ts'
import { type Handler, serve } from '#http/serve.ts'
import { catalog, database, edge, to } from '../src/composition.ts'

/** GET /recommend */
const answer: Handler<typeof recommendProducts> = async ({ query }) => {
  const task = cleanText(query.task ?? '')
  const stack = (query.stack ?? '').split(',').flatMap((term) => cleanText(term) || [])
  if (task === '' && stack.length === 0) {
    throw new ApiError('invalid_request', 'Name a task, a stack, or both: /recommend?task=support&stack=postgresql.', {
      details: [{ path: 'task', message: 'or stack is required' }],
    })
  }
  const { resolved, unresolved } = resolveStack(stack, catalog.tools)
  const useCase = task === '' ? null : normalizeTask(task, catalog.useCases)
  const words = searchWords(task)
  const found = await findRecommendationCandidates(database(), { useCase, toolIds: resolved.map(({ id }) => id), words })
  const textMatches = new Map(found.map(({ id, text_match }) => [id, text_match]))
  const products = await listApprovedById(
    database(),
    found.map(({ id }) => id),
  )
  const tools = new Map<string, ToolRecord>(catalog.toolsById)
  // A tool that entered after this build.
  const unknown = namedToolIds(products).filter((id) => !tools.has(id))
  for (const tool of await listToolsById(database(), unknown)) tools.set(tool.id, tool)
  const candidates = products.map((product) => ({
    ...product,
    product,
    source_quality: sourceQuality(product),
    toolSlugs: new Set(product.tool_ids.map((id) => tools.get(id)!.slug)),
    textMatch: textMatches.get(product.id) ?? 0,
  }))
  const recommendations = rank({ useCase, stack: resolved }, candidates)
    .slice(0, query.limit)
    .map(({ candidate, score, task_match, matched_tool_slugs, reasons }, index) => ({
      rank: index + 1,
      score,
      product: productDetail(candidate.product, tools, to),
      match: { task_match, matched_tool_slugs, matched_tool_count: matched_tool_slugs.length, reasons },
    }))
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
      recommendations,
    },
  }
}

export const ALL = serve(recommendProducts, edge, answer)
