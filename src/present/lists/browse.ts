import { enums } from '#contract/enums.ts'
import type { AgentUseCase, ProductSort, Task } from '#contract/enums.ts'
import type { FactKind } from '#contract/resources/facts.ts'
import { activityOf } from '#core/activity.ts'
import { claimShown, isAgentProduct } from '#core/claim.ts'
import { licenceKind, licenceTerms } from '#core/licence.ts'
import { isOfTool } from '#core/requirement.ts'
import { isOfCode } from '#core/stack-basis.ts'
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
export type FacetKind = keyof ReturnType<typeof facetValues>

/** The facet of a kind and a value. A tool with a major, `nextjs@16`, is no tool of its own. */
export function facet(kind: FacetKind, value: string): string {
  return `${kind === 'tool' && value.includes('@') ? 'tool_major' : kind}:${value}`
}

/** The distinct facets of an approved listing, by which it can be filtered. */
export function facetsOf(...listing: Parameters<typeof facetValues>): string[] {
  // Safe cast: Object.entries types the keys as string.
  const kinds = Object.entries(facetValues(...listing)) as [FacetKind, (string | null)[]][]
  return [
    ...new Set(
      kinds.flatMap(([kind, values]) => values.flatMap((one) => (one ? facet(kind, one) : []))),
    ),
  ]
}

/** Whether a tool is a model or its provider, which the answers for models name. */
export const isModel = ({ category }: { category: string }) => category === 'models-providers'

/**
 * The values of a listing by kind; null is none. `compatible` are the tools that it works with,
 * which answers have for agent products alone.
 */
function facetValues(
  record: ProductRecord,
  tools: readonly StackTool[],
  tasks: readonly TaskRule[],
  compatible: readonly { slug: string; category: string }[] = [],
) {
  const product = claimShown(record)
  const { agent_use_case: useCase, facts, topics } = product
  const proof = productProof(product.proof, tools)
  const proved = proof?.tools.filter(({ state }) => state === 'proved') ?? []
  const isAgent = isAgentProduct({ ...product, status: 'approved' })
  const worksWith = isAgent ? compatible : []
  const categories = new Set(tools.map(({ category }) => category))
  const text = wordsOf(`${product.name} | ${product.description}`)
  const isOf = (rule: TaskRule) =>
    (useCase !== null && rule.use_cases.includes(useCase)) ||
    rule.categories.some((category) => categories.has(category)) ||
    rule.topics.some((topic) => topics.includes(topic)) ||
    rule.words.some((word) => text.includes(wordsOf(word)))
  const factsOf = (kind: FactKind) =>
    facts.flatMap(({ fact, value }) => (fact === kind ? value : []))
  const main = new Map(tools.map((tool) => [tool.slug, tool.main]))
  return {
    tool: [
      ...tools.map(({ slug }) => slug),
      // The majors of tools themselves that the code asks for.
      ...proved.flatMap(({ slug, package: named, requirement }) =>
        requirement?.major != null && isOfTool(named, main.get(slug)!)
          ? `${slug}@${requirement.major}`
          : [],
      ),
    ],
    category: [...categories],
    works_with: worksWith.map(({ slug }) => slug),
    model: [...tools, ...worksWith].filter(isModel).map(({ slug }) => slug),
    audience: product.audience_tags,
    task: tasks.filter(isOf).map(({ slug }) => slug),
    topic: topics,
    agent: [isAgent ? 'true' : null],
    code: [isOfCode(product) ? 'true' : null],
    featured: [product.is_featured ? 'true' : null],
    use_case: [useCase],
    kind: [product.qualification_type],
    claim: [product.claim_review_status],
    proof: [proofView(proof, tools.length).reach],
    lifecycle: [product.lifecycle.state],
    activity: [activityOf(product)?.state ?? null],
    hosting: factsOf('hosting'),
    interface: factsOf('interface'),
    support: proved.map(({ support }) => support?.state ?? null),
    licence: [
      licenceKind({ licence: proof?.licence ?? null, description: product.description }) ?? null,
    ],
    spdx: licenceTerms(proof?.licence ?? ''),
  }
}

type StackTool = Pick<ToolRecord, 'slug' | 'category' | 'main' | 'cycles'>

/** Facets of which a listing must have at least one. */
export type FacetGroup = readonly string[]
/** A facet that a listing must have, or several of which it must have one. */
export type AnyFacet = string | FacetGroup

/** What a listing must not have, as a facet that it must have. */
export const lacking = (key: string) => `-${key}`

/** Required facets as groups. */
export const facetGroupsOf = (facets: readonly AnyFacet[]): FacetGroup[] =>
  facets.map((one) => [one].flat())

/** The facet of stacks that are those of code: shares and rankings count these alone. */
export const ofCode = facet('code', 'true')
/** The facet of what was shut down. */
export const sunset = facet('lifecycle', 'sunset')
const everyState = enums.lifecycleState.map((state) => facet('lifecycle', state))
const notSunset = everyState.filter((key) => key !== sunset)

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
    const any = each('tool')(values).flat()
    return any.length === 0 ? [] : [any]
  },
  not_tools: (values) => each('tool')(values).map((keys) => keys.map(lacking)),
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

/** The facet groups of a query. Spec, GET /products: "an unknown value behaves as `all`". */
export function requiredFacets(
  query: Omit<BrowseQuery, 'sort'>,
  tasks: readonly TaskRule[],
): FacetGroup[] {
  const task = tasks.some(({ slug }) => slug === query.task) ? one('task')(query.task) : []
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

// Lower-case words with single spaces around them, so that only whole words match: "code" must not
// match "codec", and "multi-agent" must match "multi agent".
function wordsOf(text: string): string {
  return ` ${text} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
