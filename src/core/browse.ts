import type { AgentUseCase, AudienceTag, ProductSort, Task } from '#contract/enums.ts'
import { isAgentProduct } from './claim.ts'
import type { ProductRecord, ToolsById } from './present.ts'

/** What puts a listing into a task group. An editor changes it in content/tasks.yaml. */
export interface TaskRule {
  slug: Exclude<Task, 'all'>
  use_cases: AgentUseCase[]
  categories: string[]
  words: string[]
}

/** How many products a page of /products holds. */
export const productsPerPage = 48

export interface BrowseQuery {
  task: string
  sort: ProductSort
  category?: string | undefined
  audience?: AudienceTag | 'all' | undefined
  tool?: string | undefined
  is_agent?: 'true' | undefined
}

/** The approved listings that a query asks for, in a total order. */
export function browse(
  products: readonly ProductRecord[],
  query: BrowseQuery,
  tools: ToolsById,
  tasks: readonly TaskRule[],
): ProductRecord[] {
  const rule = tasks.find((task) => task.slug === query.task)
  const toolsOf = (product: ProductRecord) => product.tool_ids.flatMap((id) => tools.get(id) ?? [])
  const hasCategory = (product: ProductRecord, category: string) =>
    toolsOf(product).some((tool) => tool.category === category)
  return products
    .filter(
      (product) =>
        !rule || matchesTask(product, rule, (category) => hasCategory(product, category)),
    )
    .filter((product) => !query.category || hasCategory(product, query.category))
    .filter((product) => !query.tool || toolsOf(product).some((tool) => tool.slug === query.tool))
    .filter(
      (product) =>
        !query.audience ||
        query.audience === 'all' ||
        product.audience_tags.includes(query.audience),
    )
    .filter((product) => !query.is_agent || isAgentProduct({ ...product, status: 'approved' }))
    .sort(query.sort === 'popular' ? mostViewed : newest)
}

/**
 * Decision, Reads: `approved_at` descending, else `created_at`; ties by id, so that pages never
 * overlap.
 */
export function newest(a: ProductRecord, b: ProductRecord): number {
  return moment(b) - moment(a) || (a.id < b.id ? -1 : 1)
}

function mostViewed(a: ProductRecord, b: ProductRecord): number {
  return b.view_count - a.view_count || newest(a, b)
}

function moment(product: ProductRecord): number {
  return new Date(product.approved_at ?? product.created_at).getTime()
}

// A listing belongs to a task by its use case, by a telling tool category, or by a word in what is
// said of it.
function matchesTask(
  product: ProductRecord,
  rule: TaskRule,
  hasCategory: (category: string) => boolean,
): boolean {
  if (product.agent_use_case !== null && rule.use_cases.includes(product.agent_use_case))
    return true
  if (rule.categories.some(hasCategory)) return true
  const said = wordsOf(
    [product.name, product.description, product.workflow_summary ?? ''].join(' '),
  )
  return rule.words.some((word) => said.includes(wordsOf(word)))
}

// Words alone, each between spaces, so that "code" is not found in "codec" and "multi-agent" is
// found in "multi agent".
function wordsOf(text: string): string {
  return ` ${text} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
