import type { ProductListItem } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { onceFor } from '#core/once.ts'
import { listed } from '#core/plural.ts'
import { type FacetKind, facet, sunset } from '#present/lists/browse.ts'
import { shortList } from '#present/product/comparison.ts'
import {
  type FacetChoice,
  type FacetGroup,
  type Group,
  type ListOrder,
  afterClick,
  choiceParameters,
  facetGroupNames,
  facetGroups,
  facetWord,
  facetsChosen,
  listAddress,
  listOrderNames,
  pageOrder,
  listOrders,
  toolsChosen,
  valuesChosen,
  withToolsIn,
} from '#present/lists/facet-choice.ts'
import { type ListOf, listPage } from '#present/lists/list-pages.ts'
import { rowTraits } from '#present/lists/row-traits.ts'
import { knownState } from '#present/product/lifecycle-words.ts'
import { proofView } from '#present/product/product-proof.ts'
import { basisWords, inSentence, words } from '#present/words.ts'
import type { Listing, Lists } from './questions.ts'

/** Listings on one page of a list. */
export const rowsPerPage = 24
/** Most options of a filter group that has more values than a page can offer. */
const mostOptions = 12

/** A page of the list of products, with its filters, orders and pages. */
export type BrowseView = ReturnType<typeof browseView>

/** A listing as a row of a list. */
export type ListRow = ReturnType<typeof rowOf>

export interface BrowseQuestion {
  choice: FacetChoice
  sort?: ListOrder
  page?: number
  /** The list, if the page of it is asked for that has no filters. */
  of?: ListOf
}

/**
 * One page of a product list, with its filters. A count in a filter group is the number of listings
 * with that value and one of each other group: a second value of a group adds its listings.
 */
export function browseView(
  directory: Lists,
  { choice, sort = pageOrder, page = 1, of }: BrowseQuestion,
  to: Addresses,
) {
  const names = namesOf(directory)
  const { total, listings } = directory.list({
    task: 'all',
    sort,
    offset: (page - 1) * rowsPerPage,
    limit: rowsPerPage,
    facets: facetsChosen(choice),
  })
  const tools = toolsChosen(choice)
  const isAnyTool = valuesChosen(choice, 'any_tool').length > 0
  const isOfAll = (group: FacetGroup) =>
    (facetGroups[group] as Group).isAll === true && !(group === 'tool' && isAnyTool)
  const countsFor = (group: FacetGroup) => {
    // A second tool narrows the list if all of them are wanted, so tools keep their own filter then.
    const without = group === 'tool' && isAnyTool ? 'any_tool' : isOfAll(group) ? undefined : group
    const facets = facetsChosen(choice, without)
    const counts = directory.facetCounts(facets)
    if (group !== 'lifecycle') return counts
    // Lists leave out what is sunset unless they are asked for it.
    const ended = directory.facetCounts([...facets, sunset]).get(sunset) ?? 0
    return new Map(counts).set(sunset, ended)
  }
  return {
    total,
    rows: listings.map(rowOf),
    groups: facetGroupNames.flatMap((name) => {
      // The groups of tools are one group of the page.
      const options =
        name === 'any_tool' || name === 'not_tool'
          ? []
          : optionsOf(name, countsFor(name), choice, { names, sort, to })
      // A group without options is hidden, except tools: the field for typing a tool stays.
      if (options.length === 0 && name !== 'tool') return []
      const { title, isFolded }: Group = facetGroups[name]
      const isChosen = options.some((option) => option.isChosen)
      const mode = isOfAll(name) ? 'all of these' : 'any of these'
      return [
        {
          name,
          title,
          options,
          /** A folded group is shown by its title alone until it is opened. */
          isFolded: isFolded === true && !isChosen,
          /** How its chosen values are joined, if any is chosen. */
          mode: isChosen ? mode : undefined,
          /** How many products of the list have no value, where one would be a fact; else 0. */
          unsaid: unsaidOf(directory, choice, name),
        },
      ]
    }),
    /** The chosen tools, of both groups. */
    tools,
    /** Whether all or any of the chosen tools are wanted, as links; empty for less than two tools. */
    toolModes:
      tools.length < 2
        ? []
        : (['tool', 'any_tool'] as const).map((group) => ({
            label: group === 'tool' ? 'all of them' : 'any of them',
            href: listAddress(withToolsIn(choice, group), { sort }, to),
            isChosen: valuesChosen(choice, group).length === tools.length,
          })),
    /** The list, as hidden parameters of the form that adds a tool. Unknown values are left out. */
    parameters: [
      ...choiceParameters(choice).filter(
        ([group, text]) => names(group, facetGroups[group].read(text)) !== undefined,
      ),
      ...(sort === pageOrder ? [] : [['sort', sort] as [string, string]]),
    ],
    /** The chosen values with the titles of their groups, each with the URL of the list without it. */
    chosen: facetGroupNames.flatMap((group) =>
      valuesChosen(choice, group).map((value) => ({
        title: facetGroups[group].title,
        label: names(group, value) ?? value,
        without: listAddress(afterClick(choice, group, value), { sort }, to),
      })),
    ),
    /** The list without any filter. */
    unfiltered: listAddress({}, { sort }, to),
    sort,
    orders: listOrderNames
      .filter((name) => name !== 'popular' || name === sort || hasViews(directory))
      .map((name) => ({
        name,
        label: listOrders[name],
        href: listAddress(choice, { sort: name }, to),
      })),
    page,
    pages: Array.from({ length: Math.ceil(total / rowsPerPage) }, (_, index) => ({
      number: index + 1,
      href:
        (of && listPage(of, index + 1, to)) ?? listAddress(choice, { sort, page: index + 1 }, to),
    })),
  }
}

/** How the names of a group are said in a heading, if not alone. */
const phrases: Partial<Record<FacetGroup, string>> = {
  use: 'for',
  task: 'to',
  for: 'for',
  proof: 'with',
  interface: 'with',
  models: 'with models of',
  category: 'built with',
  tool: 'built with',
  any_tool: 'built with',
  not_tool: 'without',
  works_with: 'that work with',
  support: 'with',
}
/** Groups whose names keep their capitals in a sentence. */
const properGroups: readonly FacetGroup[] = ['models', 'tool', 'any_tool', 'not_tool', 'works_with']

/**
 * The choice as a heading, such as "Voice agents for developers, open source", and the first chosen
 * value that does not exist in the directory.
 */
export function choiceNames(
  directory: Lists,
  choice: FacetChoice,
): { title: string; unknown: { group: FacetGroup; value: string } | undefined } {
  const names = namesOf(directory)
  const chosen = facetGroupNames.flatMap((group) =>
    valuesChosen(choice, group).map((value) => ({ group, value, name: names(group, value) })),
  )
  const saidOf = (group: FacetGroup) => {
    const said = chosen.flatMap((one) => (one.group === group ? [one.name ?? one.value] : []))
    if (group === 'tool' || group === 'works_with') return shortList(said)
    return listed(properGroups.includes(group) ? said : said.map(inSentence), 'or')
  }
  const others = [...new Set(chosen.map(({ group }) => group))]
    .filter((group) => group !== 'topic')
    .map((group) => [phrases[group] ?? [], saidOf(group)].flat().join(' '))
    .toSorted((a, b) => Number(b.startsWith('for ')) - Number(a.startsWith('for ')))
  const subject = saidOf('topic').replace(/^./u, (first) => first.toUpperCase())
  const joint = /^(?:for|to|with|without|built|that) /.test(others[0] ?? '') ? ' ' : ', '
  const all = [subject || (chosen.length > 0 ? 'Products' : 'All products'), others.join(', ')]
  return {
    title: all.filter((part) => part !== '').join(joint),
    unknown: chosen.find(({ name }) => name === undefined),
  }
}

/** A listing as a list row. Cached per listing, because many lists contain the same listing. */
export const rowOf = onceFor((listing: Listing) => {
  // Safe cast: `listingRecord` checked this JSON against the contract before it was stored.
  const product = JSON.parse(listing.listItem()) as ProductListItem
  const proof = listing.proof()
  const state = knownState(listing.field('lifecycle'), proof)
  const source = {
    description: product.description,
    topics: listing.topics().map(({ name }) => name),
    facts: listing.facts(),
    proof,
  }
  const { count, reach } = proofView(proof, product.tools.length)
  return {
    product,
    face: { slug: listing.slug, topics: listing.field('topics') },
    /** What tells it apart, as short texts of one line, in the order of the list. */
    traits: (sort: ListOrder) => rowTraits(source, sort),
    /** How many of its tools its code proves. */
    proved: { count, of: product.tools.length, reach },
    /** What its stack is that of, if that is not its code. */
    basis: basisWords(product),
    /** Its state, if it is not active: a list says only what is out of the ordinary. */
    ended: state === 'active' ? undefined : words.lifecycle[state],
  }
})

// Without any view, "most viewed" would be the order of a list of zeros.
const hasViews = onceFor((directory: Lists): boolean => {
  const [first] = directory.list({ task: 'all', sort: 'popular', offset: 0, limit: 1 }).listings
  return first !== undefined && first.field('view_count') > 0
})

type Names = (group: FacetGroup, value: string) => string | undefined

function namesOf(directory: Lists): Names {
  const named = (list: readonly { slug: string; name: string }[]) =>
    new Map(list.map(({ slug, name }) => [slug, name]))
  const tools = named(directory.tools)
  const lists: Partial<Record<FacetKind, ReadonlyMap<string, string>>> = {
    tool: tools,
    works_with: tools,
    model: tools,
    category: named(directory.categories),
    task: named(directory.tasks),
    topic: named(directory.topics),
  }
  return (group, value) => {
    const { kind } = facetGroups[group]
    const [, slug = value, major = ''] = (kind === 'tool' && /^(.+)@(\d+)$/.exec(value)) || []
    const name = lists[kind]?.get(slug)
    return facetWord(group, value) ?? (name && `${name} ${major}`.trim())
  }
}

// Products of which this is unknown are in none of its options.
function unsaidOf(directory: Lists, choice: FacetChoice, group: FacetGroup): number {
  const { kind, options }: Group = facetGroups[group]
  if (!options || !['licence', 'hosting', 'interface', 'activity'].includes(group)) return 0
  const facets = facetsChosen(choice, group)
  const any = options.map((value) => facet(kind, value))
  return directory.totalOf(facets) - directory.totalOf([...facets, any])
}

function optionsOf(
  group: FacetGroup,
  counts: ReadonlyMap<string, number>,
  choice: FacetChoice,
  { names, sort, to }: { names: Names; sort: ListOrder; to: Addresses },
) {
  const { kind, options: closed, isLong }: Group = facetGroups[group]
  const prefix = facet(kind, '')
  const chosen = group === 'tool' ? toolsChosen(choice) : valuesChosen(choice, group)
  const any = valuesChosen(choice, 'any_tool')
  const counted = [...counts.keys()].flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  )
  // Includes chosen values that no matching listing has, so that they can be removed again.
  const values = closed ?? [...new Set([...counted, ...chosen])]
  const options = values.flatMap((value) => {
    const label = names(group, value)
    const isChosen = chosen.includes(value)
    return label === undefined
      ? []
      : [{ value, label, count: counts.get(facet(kind, value)) ?? 0, isChosen }]
  })
  const chosenFirst = (one: { isChosen: boolean }) => (closed || !one.isChosen ? 1 : 0)
  const shown = options
    // An option without products leads nowhere; a chosen one can be taken away.
    .filter(({ count, isChosen }) => count > 0 || isChosen)
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .toSorted((a, b) => chosenFirst(a) - chosenFirst(b))
    .filter(({ isChosen }, index) => !isLong || index < mostOptions || isChosen)
  // A click on a tool changes the group that it is in; a new one joins those of which any is wanted.
  const groupOf = (value: string) =>
    group === 'tool' && any.length > 0 && !valuesChosen(choice, 'tool').includes(value)
      ? 'any_tool'
      : group
  // Builds URLs only for the shown options: a directory has hundreds of tools.
  return shown.map(({ value, ...option }) => ({
    ...option,
    /** The list after a click on it. */
    href: listAddress(afterClick(choice, groupOf(value), value), { sort }, to),
  }))
}
