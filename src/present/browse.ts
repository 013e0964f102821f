import type { AgentUseCase, AudienceTag, ProductSort, Task } from '#contract/enums.ts'
import { claimShown, isAgentProduct } from '#core/claim.ts'
import { licenceKind } from '#core/licence.ts'
import type { ProductRecord } from './present.ts'
import { productProof, proofReach } from './product-proof.ts'

/** What puts a listing into a task group. An editor changes it in content/tasks.yaml. */
export interface TaskRule {
  slug: Exclude<Task, 'all'>
  use_cases: AgentUseCase[]
  categories: string[]
  /** Of content/topics.yaml. */
  topics: string[]
  words: string[]
}

export interface BrowseQuery {
  task: string
  sort: ProductSort
  category?: string | undefined
  audience?: AudienceTag | 'all' | undefined
  tool?: string | undefined
  topic?: string | undefined
  is_agent?: 'true' | undefined
}

/** What lists can be narrowed by. A facet is one of these with a value: `tool:postgresql`. */
export type FacetKind =
  | 'agent'
  | 'audience'
  | 'category'
  | 'claim'
  | 'featured'
  | 'kind'
  | 'licence'
  | 'proof'
  | 'task'
  | 'tool'
  | 'topic'
  | 'use_case'

export function facet(kind: FacetKind, value: string): string {
  return `${kind}:${value}`
}

/** Every facet of an approved listing, each once. */
export function facetsOf(
  facts: FacetFacts,
  tools: readonly { slug: string; category: string }[],
  tasks: readonly TaskRule[],
): string[] {
  const product = claimShown(facts)
  const categories = new Set(tools.map(({ category }) => category))
  const { agent_use_case: useCase, qualification_type: kind, claim_review_status: claim } = product
  const proof = productProof(
    product.proof,
    tools.map(({ slug }) => slug),
  )
  const licence = licenceKind({
    licence: proof?.licence ?? null,
    description: product.description,
  })
  const said = wordsOf(`${product.name} | ${product.description}`)
  const facets = [
    ...tools.map(({ slug }) => facet('tool', slug)),
    ...[...categories].map((category) => facet('category', category)),
    ...product.audience_tags.map((tag) => facet('audience', tag)),
    ...tasks
      .filter((task) => belongsTo(product, task, { categories, said }))
      .map(({ slug }) => facet('task', slug)),
    ...product.topics.map((slug) => facet('topic', slug)),
    ...(isAgentProduct({ ...product, status: 'approved' }) ? [facet('agent', 'true')] : []),
    ...(product.is_featured ? [facet('featured', 'true')] : []),
    ...(useCase === null ? [] : [facet('use_case', useCase)]),
    ...(kind === null ? [] : [facet('kind', kind)]),
    ...(claim === null ? [] : [facet('claim', claim)]),
    facet('proof', proofReach(proof, tools.length)),
    ...(licence === undefined ? [] : [facet('licence', licence)]),
  ]
  return [...new Set(facets)]
}

/** The facets that a listing must have to answer a query. Spec: "an unknown value behaves as `all`". */
export function facetsAsked(
  query: Omit<BrowseQuery, 'sort'>,
  tasks: readonly TaskRule[],
): string[] {
  const { task, category, audience, tool, topic, is_agent } = query
  return [
    ...(tasks.some(({ slug }) => slug === task) ? [facet('task', task)] : []),
    ...(category ? [facet('category', category)] : []),
    ...(audience && audience !== 'all' ? [facet('audience', audience)] : []),
    ...(tool ? [facet('tool', tool)] : []),
    ...(topic ? [facet('topic', topic)] : []),
    ...(is_agent ? [facet('agent', 'true')] : []),
  ]
}

type FacetFacts = Pick<
  ProductRecord,
  | 'name'
  | 'description'
  | 'agent_use_case'
  | 'qualification_type'
  | 'claim_review_status'
  | 'audience_tags'
  | 'is_featured'
  | 'proof'
  | 'topics'
>

interface Groups {
  categories: ReadonlySet<string>
  said: string
}

// A listing belongs to a task by its use case, by a telling tool category, by a topic, or by words
// in its name or description. Incident: "no-code" put workflow builders under building software.
function belongsTo(
  { agent_use_case: useCase, topics }: FacetFacts,
  rule: TaskRule,
  { categories, said }: Groups,
): boolean {
  if (useCase !== null && rule.use_cases.includes(useCase)) return true
  if (rule.categories.some((category) => categories.has(category))) return true
  if (rule.topics.some((topic) => topics.includes(topic))) return true
  return rule.words.some((word) => said.includes(wordsOf(word)))
}

// Words alone, each between spaces, so that "code" is not found in "codec" and "multi-agent" is
// found in "multi agent".
function wordsOf(text: string): string {
  return ` ${text} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
