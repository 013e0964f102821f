import { enums } from '#contract/enums.ts'
import type { AudienceTag, ProductSort } from '#contract/enums.ts'
import type { Addresses } from '#core/addresses.ts'
import { type FacetKind, facet } from './browse.ts'
import { licenceKinds } from '#core/licence.ts'
import { proofReaches } from '#core/proof-reach.ts'
import { words } from './words.ts'

/** How an audience is called in an address: /for/companies. */
const audienceNames = {
  'for-developers': 'developers',
  'for-founders': 'founders',
  b2b: 'companies',
  consumer: 'consumers',
} as const satisfies Record<AudienceTag, string>

const hyphened = (value: string) => value.replaceAll('_', '-')
const underscored = (value: string) => value.replaceAll('-', '_')
const same = (value: string) => value

export interface Group {
  kind: FacetKind
  title: string
  /** Closed sets have their options here; the others are as long as the catalogue makes them. */
  options?: readonly string[]
  /** How a value is written in an address, and read from one. */
  written: (value: string) => string
  read: (text: string) => string
  /** Several of its values can be chosen, and a listing has to have them all. */
  isMany?: true
  /** The page of one value alone. */
  page?: (text: string, to: Addresses) => string
}

/**
 * What the list of products can be narrowed by, by the parameter that says so, in the order of the
 * page. One value of one group has a page of its own.
 */
export const facetGroups = {
  use: {
    kind: 'use_case',
    title: 'Use case',
    options: enums.agentUseCase,
    written: hyphened,
    read: underscored,
    page: (text, to) => to.useCase(text),
  },
  topic: {
    kind: 'topic',
    title: 'Topic',
    written: same,
    read: same,
    page: (text, to) => to.topic(text),
  },
  task: {
    kind: 'task',
    title: 'Task',
    written: same,
    read: same,
    page: (text, to) => to.task(text),
  },
  kind: {
    kind: 'kind',
    title: 'Kind',
    options: enums.qualificationType,
    written: hyphened,
    read: underscored,
    page: (text, to) => to.kind(text),
  },
  for: {
    kind: 'audience',
    title: 'For',
    options: enums.audienceTag,
    written: (value) => audienceNames[value as AudienceTag] ?? value,
    read: (text) => Object.entries(audienceNames).find(([, name]) => name === text)?.[0] ?? text,
    page: (text, to) => to.audience(text),
  },
  claim: {
    kind: 'claim',
    title: 'Claim',
    options: enums.claimReviewStatus,
    written: hyphened,
    read: underscored,
  },
  proof: {
    kind: 'proof',
    title: 'Proof',
    options: proofReaches,
    written: hyphened,
    read: underscored,
    page: (text, to) => to.proof(text),
  },
  licence: {
    kind: 'licence',
    title: 'Licence',
    options: licenceKinds,
    written: hyphened,
    read: underscored,
    page: (text, to) => to.licence(text),
  },
  category: {
    kind: 'category',
    title: 'Kind of tool',
    written: same,
    read: same,
    page: (text, to) => to.toolCategory(text),
  },
  tool: {
    kind: 'tool',
    title: 'Built with',
    written: same,
    read: same,
    isMany: true,
    page: (text, to) => to.tool(text),
  },
} as const satisfies Record<string, Group>

export type FacetGroup = keyof typeof facetGroups
export const facetGroupNames = Object.keys(facetGroups) as FacetGroup[]

/** The groups whose every value has a page with words of editors. */
export const landingGroups = [
  'use',
  'task',
  'kind',
  'for',
  'proof',
  'licence',
] as const satisfies FacetGroup[]
export type LandingGroup = (typeof landingGroups)[number]

/**
 * At most one value of each group, as the catalogue spells it, but any number of tools: a listing
 * has to have them all.
 */
export type FacetChoice = Partial<Record<Exclude<FacetGroup, 'tool'>, string>> & {
  tool?: readonly string[]
}

/** What was chosen of a group. */
export function valuesChosen(choice: FacetChoice, group: FacetGroup): readonly string[] {
  const chosen = choice[group] ?? []
  return typeof chosen === 'string' ? [chosen] : chosen
}

/** The choice after a click on a value: with it, or without what was chosen already. */
export function afterClick(choice: FacetChoice, group: FacetGroup, value: string): FacetChoice {
  const before = valuesChosen(choice, group)
  const { isMany }: Group = facetGroups[group]
  const others = isMany ? before.filter((one) => one !== value) : []
  return choiceOf({
    ...choice,
    [group]: before.includes(value) ? others : [...others, value],
  })
}

/** The same as facets of the catalogue. */
export function facetsChosen(choice: FacetChoice, without?: FacetGroup): string[] {
  return facetGroupNames.flatMap((group) =>
    group === without
      ? []
      : valuesChosen(choice, group).map((value) => facet(facetGroups[group].kind, value)),
  )
}

/** Names by which the API, or people, call a group in an address. */
const otherNames: Partial<Record<FacetGroup, readonly string[]>> = {
  use: ['agent_use_case', 'use_case'],
  kind: ['qualification_type'],
  for: ['audience'],
  licence: ['license'],
}

/** Every parameter that is read as a choice. */
export const choiceKeys: readonly string[] = [
  ...facetGroupNames,
  ...Object.values(otherNames).flat(),
]

/** The parameter of a tool that somebody typed beside those that were chosen. */
export const addedTool = 'add'

/**
 * Reads a choice from the parameters of an address; other parameters are nobody's. `toolOf` reads
 * what somebody calls a tool.
 */
export function readChoice(parameters: URLSearchParams, toolOf = same): FacetChoice {
  const read = facetGroupNames.map((group) => {
    const named = group === 'tool' ? parameters.getAll(addedTool) : []
    const names = [group, ...(otherNames[group] ?? [])]
    const texts = [...names.flatMap((name) => parameters.getAll(name)), ...named].map((text) =>
      text.trim(),
    )
    // Spec, GET /products: `all` narrows nothing.
    const said = texts.filter((text) => text !== '' && text !== 'all')
    return [group, said.map(group === 'tool' ? toolOf : facetGroups[group].read)] as const
  })
  return choiceOf(Object.fromEntries(read))
}

// Each value once and in one order, so that a choice has one address.
function choiceOf(values: Partial<Record<FacetGroup, string | readonly string[]>>): FacetChoice {
  return Object.fromEntries(
    facetGroupNames.flatMap((group) => {
      const { isMany }: Group = facetGroups[group]
      const [first, ...others] = [values[group] ?? []].flat()
      if (first === undefined) return []
      return [[group, isMany ? [...new Set([first, ...others])].sort() : first]]
    }),
  )
}

/** The orders of a list, the first without being asked for. The contract's `sort` has the first two. */
export const listOrders = {
  newest: 'Newest',
  popular: 'Most viewed',
  active: 'Last commit',
} as const satisfies Record<ProductSort, string> & Record<string, string>
export type ListOrder = keyof typeof listOrders
export const listOrderNames = Object.keys(listOrders) as ListOrder[]

interface Place {
  sort?: ListOrder
  page?: number
}

/** A choice as the parameters of an address. */
export function choiceParameters(choice: FacetChoice): [FacetGroup, string][] {
  return facetGroupNames.flatMap((group) =>
    valuesChosen(choice, group).map((value): [FacetGroup, string] => [
      group,
      facetGroups[group].written(value),
    ]),
  )
}

/**
 * The one address of a list: the page of its one facet, or else /products with parameters, each in
 * its place.
 */
export function listAddress(
  choice: FacetChoice,
  { sort = 'newest', page = 1 }: Place,
  to: Addresses,
) {
  const chosen = choiceParameters(choice)
  if (sort === 'newest') {
    const numbered = (address: string) => (page > 1 ? `${address}/${page}` : address)
    if (chosen.length === 0) return numbered(to.products)
    const [[group, text]] = chosen as [[FacetGroup, string]]
    const { page: own }: Group = facetGroups[group]
    if (chosen.length === 1 && own) return numbered(own(text, to))
  }
  const parameters = new URLSearchParams(chosen)
  if (sort !== 'newest') parameters.set('sort', sort)
  if (page > 1) parameters.set('page', String(page))
  return `${to.products}?${parameters}`
}

/** What people call a value of a closed set; undefined for what the catalogue names. */
export function facetWord(group: FacetGroup, value: string): string | undefined {
  const sets: Partial<Record<FacetGroup, Readonly<Record<string, string>>>> = {
    use: words.agent_use_case,
    kind: words.qualification_type,
    for: words.audience,
    claim: words.claim,
    proof: words.proof,
    licence: words.licence,
  }
  return sets[group]?.[value]
}
