import { documentOf, searchTopics } from '#catalog/search-documents.ts'
import { detailOf } from '#catalog/listing-view.ts'
import type { Published } from '#catalog/questions.ts'
import type { CatalogTool } from '#catalog/tables.ts'
import * as contract from '#contract/operations/recommend-products.ts'
import type { AgentUseCase } from '#contract/enums.ts'
import { cleanText } from '#contract/text.ts'
import { noneBuiltWith, toolsThatFit, unknownTools } from '#present/notes.ts'
import { filtersSet } from '#present/lists/browse.ts'
import { resolveStack } from '#core/stack.ts'
import { isUseCaseName, normalizeTask } from '#core/use-case.ts'
import { endSentence } from '#present/product/lifecycle-words.ts'
import { inSentence, words } from '#present/words.ts'
import { reasonsFor, stackReason, worksReason } from '#search/reasons.ts'
import { type Recommended, recommend } from '#search/recommend.ts'
import { handling, tagOf } from './answer.ts'
import { filterToDrop, unknownIn, withSlugs } from './product-filters.ts'
import { nothingFound, questionNote } from './question-note.ts'
import type { Reader } from './service.ts'

/** GET /recommend: products for a task and a stack, best first. */
export const recommendProducts = handling(
  contract.recommendProducts,
  async ({ query }, { catalog, urls }: Reader) => {
    const published = await catalog.current()
    const { index, tools } = published
    const { task: _, stack: __, limit, detail, ...given } = query
    const filters = withSlugs(given, published)
    const isFiltered = filtersSet(filters).length > 0
    const task = cleanText(query.task ?? '')
    const stack = contract.stackTerms(query.stack)
    const { resolved, unresolved } = resolveStack(stack, tools)
    const useCase = task === '' ? null : normalizeTask(task, catalog.useCases)
    const found = recommend(index, {
      task,
      stack: resolved.map(({ slug }) => slug),
      useCase: isUseCaseName(task, catalog.useCases) ? useCase : null,
      limit: isFiltered ? Infinity : limit,
    })
    const passing = (set: typeof filters) => {
      const passes = published.passes(set)
      return found.recommended.filter(({ entry }) => passes(entry.slug))
    }
    const recommended = isFiltered ? passing(filters).slice(0, limit) : found.recommended
    const recommendations = recommended.map((one, at) => ({
      rank: at + 1,
      ...recommendationOf(one, { ...found, task, useCase, resolved }, published),
    }))
    const others = found.tools.filter(({ slug }) => !resolved.some((tool) => tool.slug === slug))
    const unknown = [...unresolved, ...unknownIn(filters, published)]
    const notes = [
      ...(found.recommended.length === 0
        ? [nothingFound(index, task || stack.join(', '), 'product')]
        : recommendations.length === 0
          ? [filterToDrop(filters, (rest) => passing(rest).length)]
          : []),
      ...noneBuiltWith(
        resolved,
        recommendations.map(({ match }) => match),
      ),
      ...questionNote(found.question, [], published, urls),
      ...(others.length > 0 ? [toolsThatFit(others)] : []),
      ...(unknown.length > 0 ? [unknownTools(unknown, tools)] : []),
    ]
    const rest = {
      query: {
        task: task === '' ? null : task,
        normalized_task: useCase,
        stack,
        resolved_tools: resolved.map(({ slug, name, category }) => ({ slug, name, category })),
        unresolved_stack_terms: unresolved,
      },
      ...(notes.length > 0 && { note: notes.join(' ') }),
    }
    const isBrief = detail === 'brief'
    const items = recommendations.map(({ listing, match, ...placed }) => {
      const product = isBrief ? listing.brief() : listing.listItem()
      return `${JSON.stringify(placed).slice(0, -1)},"product":${product},"match":${JSON.stringify(match)}}`
    })
    const matching = JSON.stringify(recommendations.map(({ listing: _, ...one }) => one))
    const tags = recommendations.map(({ listing }) => listing.tag)
    return {
      status: 200,
      json: `${JSON.stringify(rest).slice(0, -1)},"recommendations":[${items.join()}]}`,
      tag: tagOf(detail, JSON.stringify(rest), matching, ...tags),
    }
  },
)

interface Criteria extends ReturnType<typeof recommend> {
  task: string
  useCase: AgentUseCase | null
  /** The tools that the stack mentions. */
  resolved: readonly CatalogTool[]
}

function recommendationOf(
  { entry: { slug }, score, built, works }: Recommended,
  { question, stack, task, useCase, resolved }: Criteria,
  { index, product, toolsBySlug, topics }: Published,
) {
  const listing = product(slug)!
  const document = documentOf(listing)
  const isExact = useCase !== null && document.useCase === useCase
  const others = document.tools.filter((tool) => !built.includes(tool.slug))
  const matched = resolved.filter((tool) => built.includes(tool.slug))
  // Only a listing that nobody works on is read whole.
  const end = document.life === undefined ? undefined : endSentence(detailOf(listing))
  const reasons = [
    ...(end === undefined ? [] : [end]),
    ...stackReason(
      built.map((tool) => toolsBySlug.get(tool)!),
      stack.length,
    ),
    ...worksReason(works.map((tool) => toolsBySlug.get(tool)!)),
    ...(isExact
      ? [`Its agents are for ${inSentence(words.agent_use_case[useCase])}, which is the task.`]
      : []),
    ...reasonsFor(index, question, { ...document, tools: others }, searchTopics(topics)),
  ]
  return {
    score,
    listing,
    match: {
      task_match: isExact ? 'exact' : task === '' ? 'none' : 'text',
      matched_tool_slugs: matched.map((tool) => tool.slug),
      matched_tool_count: matched.length,
      reasons,
    },
  }
}
