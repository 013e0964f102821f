import { enums } from '#contract/enums.ts'
import type { AgentUseCase, ProductSort, Task } from '#contract/enums.ts'
import { activityOf } from '#core/activity.ts'
import { claimShown, isAgentProduct } from '#core/claim.ts'
import { licenceKind, licenceTerms } from '#core/licence.ts'
import { isOfTool } from '#core/requirement.ts'
import { isOfCode } from '#core/stack-basis.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import type { ProductRecord, ToolRecord } from '#present/present.ts'
import { productProof, proofView } from '#present/product/product-proof.ts'

/** The rule by which listings belong to a task; editors change it in content/tasks.yaml. */
export interface TaskRule {
  slug: Exclude<Task, 'all'>
  use_cases: AgentUseCase[]
  categories: string[]
  /** Slugs of topics, from content/topics.yaml. */
  topics: string[]
  words: string[]
}

/** The filters and the order of GET /products. */
export type BrowseQuery = { task: string; sort: ProductSort } & {
  [K in FilterName]?: string | undefined
}

/** The kinds of facets. A facet is a kind with a value: `tool:postgresql`. */
export type FacetKind =
  | 'activity'
  | 'agent'
  | 'audience'
  | 'category'
  | 'claim'
  | 'code'
  | 'featured'
  | 'hosting'
  | 'interface'
  | 'kind'
  | 'licence'
  | 'lifecycle'
  | 'model'
  | 'proof'
  | 'spdx'
  | 'support'
  | 'task'
  | 'tool'
  | 'topic'
  | 'use_case'
  | 'works_with'

/** The facet of a kind and a value. A tool with a major, `nextjs@16`, is no tool of its own. */
export function facet(kind: FacetKind, value: string): string {
  return `${kind === 'tool' && value.includes('@') ? 'tool_major' : kind}:${value}`
}

/** The category of tools that are models, or that serve them. */
const modelCategory = 'models-providers'

/**
 * The distinct facets of an approved listing, by which it can be filtered. `compatible` are the
 * tools that it works with, which answers have for agent products alone.
 */
export function facetsOf(
  facts: FacetFacts,
  tools: readonly StackTool[],
  tasks: readonly TaskRule[],
  compatible: readonly { slug: string; category: string }[] = [],
): string[] {
  const product = claimShown(facts)
  const categories = new Set(tools.map(({ category }) => category))
  const { agent_use_case: useCase, qualification_type: kind, claim_review_status: claim } = product
  const proof = productProof(
    product.proof,
    tools.map(({ slug }) => slug),
    tools,
  )
  const licence = licenceKind({
    licence: proof?.licence ?? null,
    description: product.description,
  })
  const text = wordsOf(`${product.name} | ${product.description}`)
  const isAgent = isAgentProduct({ ...product, status: 'approved' })
  const worksWith = isAgent ? compatible : []
  const activity = activityOf(product)
  const facets = [
    ...tools.map(({ slug }) => facet('tool', slug)),
    ...[...categories].map((category) => facet('category', category)),
    ...worksWith.map(({ slug }) => facet('works_with', slug)),
    ...[...tools, ...worksWith]
      .filter(({ category }) => category === modelCategory)
      .map(({ slug }) => facet('model', slug)),
    ...product.audience_tags.map((tag) => facet('audience', tag)),
    ...tasks
      .filter((task) => belongsTo(product, task, { categories, text }))
      .map(({ slug }) => facet('task', slug)),
    ...product.topics.map((slug) => facet('topic', slug)),
    ...(isAgent ? [facet('agent', 'true')] : []),
    ...(isOfCode(product) ? [ofCode] : []),
    ...(product.is_featured ? [facet('featured', 'true')] : []),
    ...(useCase === null ? [] : [facet('use_case', useCase)]),
    ...(kind === null ? [] : [facet('kind', kind)]),
    ...(claim === null ? [] : [facet('claim', claim)]),
    facet('proof', proofView(proof, tools.length).reach),
    facet('lifecycle', product.lifecycle.state),
    ...(activity ? [facet('activity', activity.state)] : []),
    ...product.facts.flatMap(({ fact, value }) =>
      fact === 'hosting' || fact === 'interface' ? [facet(fact, value)] : [],
    ),
    ...versionFacets(proof, tools),
    ...(licence === undefined ? [] : [facet('licence', licence)]),
    ...licenceTerms(proof?.licence ?? '').map((term) => facet('spdx', term)),
  ]
  return [...new Set(facets)]
}

type StackTool = Pick<ToolRecord, 'slug' | 'category' | 'main' | 'cycles'>

// The majors of tools themselves that the code asks for, and whether their lines are supported.
function versionFacets(proof: ProductProof | null, tools: readonly StackTool[]): string[] {
  const main = new Map(tools.map((tool) => [tool.slug, tool.main]))
  return (proof?.tools ?? []).flatMap(({ slug, state, package: named, requirement, support }) => {
    const major = requirement?.major ?? null
    if (state !== 'proved') return []
    const isKnown = major !== null && isOfTool(named, main.get(slug)!)
    return [
      ...(isKnown ? [facet('tool', `${slug}@${major}`)] : []),
      ...(support ? [facet('support', support.state)] : []),
    ]
  })
}

/** Facets of which a listing must have at least one. */
export type FacetGroup = readonly [string, ...string[]]
/** A facet that a listing must have, or several of which it must have one. */
export type AnyFacet = string | FacetGroup

/** What a listing must not have, as a facet that it must have. */
export const lacking = (key: string) => `-${key}`

/** Required facets as groups. */
export function facetGroupsOf(facets: readonly AnyFacet[]): FacetGroup[] {
  return facets.map((one) => (typeof one === 'string' ? [one] : one))
}

/** The facet of stacks that are those of code: shares and rankings count these alone. */
export const ofCode = facet('code', 'true')
/** The facet of what was shut down. */
export const sunset = facet('lifecycle', 'sunset')
const everyState = enums.lifecycleState.map((state) => facet('lifecycle', state)) as [
  string,
  ...string[],
]
const notSunset = everyState.filter((key) => key !== sunset) as [string, ...string[]]

/** Decisions, Lifecycle: "`sunset` leaves lists, counts, search and recommend". */
export function withoutSunset(groups: readonly FacetGroup[]): readonly FacetGroup[] {
  return groups.flat().some((key) => everyState.includes(key)) ? groups : [...groups, notSunset]
}

type Requires = (value: string) => FacetGroup[]

/** Requires one facet of this kind, with the value of the filter. */
const one =
  (kind: FacetKind): Requires =>
  (value) => [[facet(kind, value)]]
/** Requires a facet for each entry of a list. */
const each =
  (kind: FacetKind): Requires =>
  (values) =>
    commaList(values).map((value) => [facet(kind, value)])

/** The facet groups that each filter of GET /products requires. */
const filters = {
  category: one('category'),
  audience: (value) => (value === 'all' ? [] : one('audience')(value)),
  tool: one('tool'),
  topic: one('topic'),
  is_agent: one('agent'),
  use_case: one('use_case'),
  kind: one('kind'),
  claim: one('claim'),
  // `open-source` for any open source licence, or an SPDX identifier.
  licence: (value) => [[licenceFacet(value)]],
  proof: one('proof'),
  hosting: one('hosting'),
  interface: one('interface'),
  // Without it, or a facet of its kind, a list leaves out what is sunset.
  lifecycle: (value) => (value === 'all' ? [everyState] : one('lifecycle')(value)),
  activity: one('activity'),
  support: one('support'),
  works_with: each('works_with'),
  tools: each('tool'),
  any_tools: (values) => {
    const [first, ...others] = each('tool')(values).flat()
    return first === undefined ? [] : [[first, ...others]]
  },
  not_tools: (values) => each('tool')(values).map(([key]) => [lacking(key)]),
} satisfies Record<string, Requires>

/** The name of a filter of GET /products. */
export type FilterName = keyof typeof filters

/** The filters that a query sets. */
export function filtersSet(query: { [K in FilterName]?: string | undefined }) {
  // Safe cast: the keys of `filters` are the names; Object.keys types them as string.
  return (Object.keys(filters) as FilterName[]).flatMap((name) => {
    const value = query[name]
    return value ? [{ name, value }] : []
  })
}

/**
 * The facet groups that a query requires. Spec, GET /products: "an unknown value behaves as `all`".
 */
export function requiredFacets(
  query: Omit<BrowseQuery, 'sort'>,
  tasks: readonly TaskRule[],
): FacetGroup[] {
  const task = tasks
    .filter(({ slug }) => slug === query.task)
    .flatMap(({ slug }) => one('task')(slug))
  return [...task, ...filtersSet(query).flatMap(({ name, value }) => filters[name](value))]
}

/** The entries of a comma-separated list, without empty ones. */
export function commaList(text = ''): string[] {
  return text.split(',').flatMap((entry) => entry.trim() || [])
}

function licenceFacet(licence: string): string {
  if (/^open[ _-]source$/i.test(licence)) return facet('licence', 'open_source')
  return facet('spdx', licenceTerms(licence)[0] ?? licence)
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
  | 'facts'
  | 'lifecycle'
  | 'proof'
  | 'stack_basis'
  | 'topics'
>

interface Groups {
  categories: ReadonlySet<string>
  text: string
}

// Whether a listing belongs to a task. The words of the rule are searched in its name and
// description.
function belongsTo(
  { agent_use_case: useCase, topics }: FacetFacts,
  rule: TaskRule,
  { categories, text }: Groups,
): boolean {
  if (useCase !== null && rule.use_cases.includes(useCase)) return true
  if (rule.categories.some((category) => categories.has(category))) return true
  if (rule.topics.some((topic) => topics.includes(topic))) return true
  return rule.words.some((word) => text.includes(wordsOf(word)))
}

// Lower-case words with single spaces around them, so that only whole words match: "code" must not
// match "codec", and "multi-agent" must match "multi agent".
function wordsOf(text: string): string {
  return ` ${text} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
