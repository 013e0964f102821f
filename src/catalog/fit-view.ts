import type { Output } from '#contract/operation.ts'
import { limits } from '#contract/limits.ts'
import { type recommendProducts, stackTerms } from '#contract/operations/recommend-products.ts'
import type { Addresses } from '#core/addresses.ts'
import { resolveStack } from '#core/stack.ts'
import { facet } from '#present/lists/browse.ts'
import { fitWords } from '#present/lists/fit-words.ts'
import {
  lackingReason,
  recommendedParts,
  requestedFirst,
} from '#present/lists/recommended-parts.ts'
import { noneBuiltWith, toolsNamed } from '#present/notes.ts'
import { compareAddress } from '#present/product/side-by-side.ts'
import { words } from '#present/words.ts'
import { rowOf } from './browse-view.ts'
import type { Published } from './questions.ts'

/** What a visitor asks for: a task, the tools they build with, or both. */
interface FitQuestion {
  task: string
  stack: string[]
}

/** Reads the question from a URL. Ticked boxes are `tool`; the shared URL has them in `stack`. */
export function readFitQuestion(parameters: URLSearchParams): FitQuestion & { isTicked: boolean } {
  const ticked = parameters.getAll('tool')
  const stack = [...new Set([...ticked, ...stackTerms(parameters.get('stack') ?? '')])]
  return { task: (parameters.get('task') ?? '').trim(), stack, isTicked: ticked.length > 0 }
}

/** The URL of a question. */
export function fitAddress({ task, stack }: FitQuestion, to: Addresses): string {
  const tools = stack.join(',')
  return `${to.recommend}?${new URLSearchParams({ ...(task && { task }), ...(tools && { stack: tools }) })}`
}

/** The most tools with a box to tick: those that most products use. */
const mostTicked = 32

/** The form and the answer of the page of what fits. `answer` is that of the operation. */
export function fitView(
  directory: Published,
  { task, stack }: FitQuestion,
  answer: Output<typeof recommendProducts> | undefined,
  to: Addresses,
) {
  const { resolved, unresolved } = resolveStack(stack, directory.tools)
  const matches = answer?.recommendations ?? []
  const [noneUses] = noneBuiltWith(
    resolved,
    matches.map(({ match }) => match),
  )
  const found = matches.flatMap(({ score, product, match }) => {
    const listing = directory.product(product.slug)
    if (!listing) return []
    const row = rowOf(listing)
    const tools = requestedFirst(row.product.tools, match.matched_tool_slugs)
    const reasons = [...match.reasons, ...(noneUses ? [] : lackingReason(resolved, match))]
    return [{ row: { ...row, product: { ...row.product, tools } }, score, ...match, reasons }]
  })
  const inAll = directory.totalOf(resolved.map(({ slug }) => facet('tool', slug)))
  const parts = recommendedParts(found, { hasTask: task !== '', tools: resolved, inAll })
  // The comparison is of the first part, or of all results if that has only one product.
  const of = parts[0] && parts[0].found.length > 1 ? parts[0].found : found
  const compared = of.slice(0, 3).map(({ row }) => row.product.slug)
  const useCase = answer?.query.normalized_task
  const common = directory.tools
    .filter(({ product_count }) => product_count > 0)
    .toSorted((a, b) => b.product_count - a.product_count)
    .slice(0, mostTicked)
    .map(({ slug, name }) => ({ slug, name, isTicked: resolved.some((one) => one.slug === slug) }))
  // Chosen tools without a box stay in the text field.
  const withoutBox = resolved.filter(({ slug }) => !common.some((one) => one.slug === slug))
  return {
    task,
    isAsked: task !== '' || stack.length > 0,
    words: [task, resolved.map(({ name }) => name).join(', ')].filter(Boolean).join(', with '),
    common,
    ticked: common.filter(({ isTicked }) => isTicked).map(({ name }) => name),
    written: [...withoutBox.map(({ name }) => name), ...unresolved].join(', '),
    unresolved,
    noneUses,
    useCase: useCase && words.agent_use_case[useCase],
    /** Tools to build with, which the note of the answer mentions by their slugs. */
    toBuildWith: toolsNamed(answer?.note ?? '').flatMap(
      (slug) => directory.toolsBySlug.get(slug) ?? [],
    ),
    parts: parts.map((part) => ({
      ...part,
      rows: part.found.map(({ row }) => row),
      why: new Map(
        part.found.map(({ row, score, reasons }) => [
          row.product.slug,
          { fit: { words: fitWords(score), score }, reasons },
        ]),
      ),
    })),
    compare: compared.length > 1 ? compareAddress(compared, to) : undefined,
  }
}
/** The query of the operation that answers a question. */
export const fitQuery = ({ task, stack }: FitQuestion) => ({
  task: task || undefined,
  stack: stack.join(',') || undefined,
  limit: limits.recommend.default,
})
