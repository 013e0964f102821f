import { enums } from '#contract/enums.ts'
import type { AudienceTag } from '#contract/enums.ts'
import type { Addresses } from './addresses.ts'
import { type FacetKind, facet } from './browse.ts'
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

interface Group {
  kind: FacetKind
  title: string
  /** Closed sets have their options here; the others are as long as the catalogue makes them. */
  options?: readonly string[]
  /** How a value is written in an address, and read from one. */
  written: (value: string) => string
  read: (text: string) => string
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
    page: (text, to) => to.tool(text),
  },
} as const satisfies Record<string, Group>

export type FacetGroup = keyof typeof facetGroups
export const facetGroupNames = Object.keys(facetGroups) as FacetGroup[]

/** At most one value of each group, as the catalogue spells it. */
export type FacetChoice = Partial<Record<FacetGroup, string>>

/** The same as facets of the catalogue. */
export function facetsChosen(choice: FacetChoice, without?: FacetGroup): string[] {
  return facetGroupNames.flatMap((group) => {
    const value = choice[group]
    return value === undefined || group === without ? [] : [facet(facetGroups[group].kind, value)]
  })
}

/** Reads a choice from the parameters of an address; other parameters are nobody's. */
export function readChoice(parameters: URLSearchParams): FacetChoice {
  return Object.fromEntries(
    facetGroupNames.flatMap((group) => {
      const text = parameters.get(group)?.trim()
      // Spec, GET /products: `all` narrows nothing.
      return text && text !== 'all' ? [[group, facetGroups[group].read(text)]] : []
    }),
  )
}

export const listOrders = ['newest', 'popular'] as const
export type ListOrder = (typeof listOrders)[number]

interface Place {
  sort?: ListOrder
  page?: number
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
  const chosen = facetGroupNames.flatMap((group): [FacetGroup, string][] => {
    const value = choice[group]
    return value === undefined ? [] : [[group, facetGroups[group].written(value)]]
  })
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
  }
  return sets[group]?.[value]
}
