import type { AudienceTag, ProductSort } from '#contract/enums.ts'
import { factKinds } from '#contract/resources/facts.ts'
import type { Addresses } from '#core/addresses.ts'
import { type AnyFacet, type FacetKind, facet, lacking } from './browse.ts'
import { words } from '#present/words.ts'

/** The names of audiences in URLs, such as /products?for=companies. */
const audienceNames = {
  'for-developers': 'developers',
  'for-founders': 'founders',
  b2b: 'companies',
  consumer: 'consumers',
} as const satisfies Record<AudienceTag, string>

const same = (value: string) => value

/** For groups whose values are slugs of the catalogue: URLs contain them unchanged. */
const open = { written: same, read: same }

/** For groups with a closed set of values: URLs contain hyphens instead of underscores. */
const closed = <const L extends Readonly<Record<string, string>>>(labels: L) => ({
  labels,
  // Safe cast: the keys are those of `labels`, which Object.keys types as string.
  options: Object.keys(labels) as (keyof L & string)[],
  written: (value: string) => value.replaceAll('_', '-'),
  read: (text: string) => text.replaceAll('-', '_'),
})

/** A filter group of product lists. Several of its values can be chosen. */
export interface Group {
  kind: FacetKind
  title: string
  /** All values, if they are a closed set, and their labels. */
  options?: readonly string[]
  labels?: Readonly<Record<string, string>>
  /** Spells a value for a URL. */
  written: (value: string) => string
  /** Reads a value as spelled in a URL. */
  read: (text: string) => string
  /** The options are hidden behind the title until one is chosen. */
  isFolded?: true
  /** Has more values than a page can offer: the most frequent are offered. */
  isLong?: true
  /** A listing must have all chosen values; in the other groups, at least one of them. */
  isAll?: true
  /** A listing must have none of the chosen values. */
  isNone?: true
  /** The URL of the page of one value, with these filters; `text` is as spelled in URLs. */
  page?: (text: string, to: Addresses) => string
  /** The same of a page that has no filters, so that filter links do not lead there. */
  plainPage?: (text: string, to: Addresses) => string
}

/** All filter groups by their URL parameter, in the order of the page. */
export const facetGroups = {
  use: {
    kind: 'use_case',
    title: 'Use case',
    ...closed(words.agent_use_case),
    page: (text, to) => to.useCase(text),
  },
  topic: { kind: 'topic', title: 'Topic', ...open, page: (text, to) => to.topic(text) },
  task: { kind: 'task', title: 'Task', ...open, isFolded: true, page: (text, to) => to.task(text) },
  kind: { kind: 'kind', title: 'Type', ...closed(words.qualification_type), isFolded: true },
  for: {
    kind: 'audience',
    title: 'Audience',
    ...closed(words.audience),
    isFolded: true,
    written: (value) => audienceNames[value as AudienceTag] ?? value,
    read: (text) => Object.entries(audienceNames).find(([, name]) => name === text)?.[0] ?? text,
  },
  claim: { kind: 'claim', title: 'Verified', ...closed(words.claim), isFolded: true },
  proof: { kind: 'proof', title: 'Code read', ...closed(words.proof), isFolded: true },
  licence: { kind: 'licence', title: 'Licence', ...closed(words.licence) },
  hosting: { kind: 'hosting', title: factKinds.hosting.label, ...closed(factKinds.hosting.values) },
  interface: {
    kind: 'interface',
    title: factKinds.interface.label,
    ...closed(factKinds.interface.values),
    isFolded: true,
  },
  lifecycle: { kind: 'lifecycle', title: 'Status', ...closed(words.lifecycle), isFolded: true },
  activity: { kind: 'activity', title: 'Activity', ...closed(words.activity), isFolded: true },
  support: { kind: 'support', title: 'Support', ...closed(words.support), isFolded: true },
  models: { kind: 'model', title: 'Models', ...open, isFolded: true },
  category: { kind: 'category', title: 'Kind of tool', ...open, isFolded: true },
  tool: {
    kind: 'tool',
    title: 'Built with',
    ...open,
    isAll: true,
    isLong: true,
    plainPage: (text, to) => to.tool(text),
  },
  any_tool: { kind: 'tool', title: 'Built with any of', ...open },
  not_tool: { kind: 'tool', title: 'Built without', ...open, isNone: true },
  works_with: {
    kind: 'works_with',
    title: 'Works with',
    ...open,
    isFolded: true,
    isAll: true,
    isLong: true,
  },
} as const satisfies Record<string, Group>

/** The URL parameter of a filter group. */
export type FacetGroup = keyof typeof facetGroups
export const facetGroupNames = Object.keys(facetGroups) as FacetGroup[]

/** Whether the values of a group are tools, which URLs may name. */
const namesTools = (group: FacetGroup) =>
  facetGroups[group].kind === 'tool' || group === 'works_with'

/** The filter groups of which each value has a page with an introduction by editors. */
export const landingGroups = ['use', 'task'] as const satisfies FacetGroup[]
/** An entry of `landingGroups`. */
export type LandingGroup = (typeof landingGroups)[number]

/**
 * The chosen filters, with values as in the catalogue. A listing matches if it has at least one of
 * the values of each group, and all values of `tool`. A single value needs no list.
 */
export type FacetChoice = Partial<Record<FacetGroup, string | readonly string[]>> & {
  tool?: readonly string[]
}

/** The chosen values of a group. */
export function valuesChosen(choice: FacetChoice, group: FacetGroup): readonly string[] {
  const chosen = choice[group] ?? []
  return typeof chosen === 'string' ? [chosen] : chosen
}

/** The choice after a click on a value: added if it was not chosen, else removed. */
export function afterClick(choice: FacetChoice, group: FacetGroup, value: string): FacetChoice {
  const before = valuesChosen(choice, group)
  const others = before.filter((one) => one !== value)
  return choiceOf({
    ...choice,
    [group]: before.includes(value) ? others : [...others, value],
  })
}

/** The choice with all its tools in one group: all of them are wanted, or any of them. */
export function withToolsIn(choice: FacetChoice, group: 'tool' | 'any_tool'): FacetChoice {
  return choiceOf({ ...choice, tool: [], any_tool: [], [group]: toolsChosen(choice) })
}

/** All chosen tools, of both groups. */
export function toolsChosen(choice: FacetChoice): string[] {
  return [...valuesChosen(choice, 'tool'), ...valuesChosen(choice, 'any_tool')]
}

/** A choice as facets of the catalogue; `without` leaves out one group. */
export function facetsChosen(choice: FacetChoice, without?: FacetGroup): AnyFacet[] {
  return facetGroupNames.flatMap((group): AnyFacet[] => {
    const { kind, isAll, isNone }: Group = facetGroups[group]
    if (group === without) return []
    const keys = valuesChosen(choice, group).map((value) => facet(kind, value))
    if (isNone) return keys.map(lacking)
    return isAll || keys.length < 2 ? keys : [keys]
  })
}

/** Other accepted names of URL parameters: those of the API, and common spellings. */
const otherNames: Partial<Record<FacetGroup, readonly string[]>> = {
  use: ['agent_use_case', 'use_case'],
  kind: ['qualification_type'],
  for: ['audience'],
  licence: ['license'],
  tool: ['tools'],
  any_tool: ['any_tools'],
  not_tool: ['not_tools'],
}

/** Every URL parameter that sets a filter. */
export const choiceKeys: readonly string[] = [
  ...facetGroupNames,
  ...Object.values(otherNames).flat(),
]

/** The URL parameter of the field for typing a tool, which is added to the chosen tools. */
export const addedTool = 'add'

/** Reads a choice from URL parameters. `toolOf` resolves the name of a tool to its slug. */
export function readChoice(parameters: URLSearchParams, toolOf = same): FacetChoice {
  const toolGroup = parameters.has('any_tool') ? 'any_tool' : 'tool'
  const read = facetGroupNames.map((group) => {
    const isTool = namesTools(group)
    const named = group === toolGroup ? parameters.getAll(addedTool) : []
    const names = [group, ...(otherNames[group] ?? [])]
    const texts = [...names.flatMap((name) => parameters.getAll(name)), ...named]
      // The API takes several tools with commas between them.
      .flatMap((text) => (isTool ? text.split(',') : [text]))
      .map((text) => text.trim())
    // Spec, GET /products: the value `all` means no filter.
    const values = texts.filter((text) => text !== '' && text !== 'all')
    return [group, values.map(isTool ? toolOf : facetGroups[group].read)] as const
  })
  return choiceOf(Object.fromEntries(read))
}

// Distinct values in a fixed order, so that each choice has exactly one URL. Any of one tool is
// all of it.
function choiceOf(chosen: FacetChoice): FacetChoice {
  const isOne = new Set(valuesChosen(chosen, 'any_tool')).size === 1
  const values = isOne ? { ...chosen, tool: toolsChosen(chosen), any_tool: [] } : chosen
  return Object.fromEntries(
    facetGroupNames.flatMap((group) => {
      const own = [...new Set(valuesChosen(values, group))].sort()
      if (own.length === 0) return []
      const isTool = group === 'tool' || group === 'any_tool'
      return [[group, isTool || own.length > 1 ? own : own[0]!]]
    }),
  )
}

/** The orders of a list, the default first. The API's `sort` has only `newest` and `popular`. */
export const listOrders = {
  relevant: 'Most relevant',
  newest: 'Newest',
  active: 'Recently active',
  proved: 'Most tools proved',
  popular: 'Most viewed',
} as const satisfies Record<ProductSort, string> & Record<string, string>
/** The order of a page that asks for none. */
export const pageOrder = 'relevant'
/** A key of `listOrders`. */
export type ListOrder = keyof typeof listOrders
export const listOrderNames = Object.keys(listOrders) as ListOrder[]

interface Place {
  sort?: ListOrder
  page?: number
}

/** The URL parameters of a choice. */
export function choiceParameters(choice: FacetChoice): [FacetGroup, string][] {
  return facetGroupNames.flatMap((group) =>
    valuesChosen(choice, group).map((value): [FacetGroup, string] => [
      group,
      facetGroups[group].written(value),
    ]),
  )
}

/**
 * The one URL of a list with filters: the page of its only facet, if that page has filters, or else
 * /products with parameters.
 */
export function listAddress(
  choice: FacetChoice,
  { sort = pageOrder, page = 1 }: Place,
  to: Addresses,
) {
  const chosen = choiceParameters(choice)
  if (sort === pageOrder) {
    const numbered = (address: string) => (page > 1 ? `${address}/${page}` : address)
    if (chosen.length === 0) return numbered(to.products)
    const [[group, text]] = chosen as [[FacetGroup, string]]
    const { page: own }: Group = facetGroups[group]
    if (chosen.length === 1 && own) return numbered(own(text, to))
  }
  const parameters = new URLSearchParams(chosen)
  if (sort !== pageOrder) parameters.set('sort', sort)
  if (page > 1) parameters.set('page', String(page))
  return `${to.products}?${parameters}`
}

/** The label of a value in a group with a closed set of values; undefined for other groups. */
export function facetWord(group: FacetGroup, value: string): string | undefined {
  const { labels }: Group = facetGroups[group]
  return labels?.[value]
}
