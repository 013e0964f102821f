import type { ProductListItem } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { type FacetKind, facet } from '#core/browse.ts'
import {
  type FacetChoice,
  type FacetGroup,
  type ListOrder,
  facetGroupNames,
  facetGroups,
  facetWord,
  facetsChosen,
  listAddress,
  listOrders,
} from '#core/facet-choice.ts'
import type { BrowseView, FacetOption, ListRow } from '#core/list-view.ts'
import type { CatalogTables, Listing, Published } from './questions.ts'

/** How many rows a page of a list has. */
export const rowsPerPage = 24
/** How many options a group shows that is as long as the catalogue makes it. */
const mostOptions = 12

export interface BrowseQuestion {
  choice: FacetChoice
  sort?: ListOrder
  page?: number
}

type Directory = Pick<Published, 'list' | 'facetCounts' | 'tools' | 'total'>

/**
 * A page of a list. Counts of a group are of the listings that have everything else that was chosen,
 * so that each says how many are seen after a click on it.
 */
export function browseView(
  directory: Directory,
  tables: Pick<CatalogTables, 'categories' | 'tasks'>,
  { choice, sort = 'newest', page = 1 }: BrowseQuestion,
  to: Addresses,
): BrowseView {
  const names = namesOf(directory, tables)
  const { total, listings } = directory.list({
    task: 'all',
    sort,
    offset: (page - 1) * rowsPerPage,
    limit: rowsPerPage,
    facets: facetsChosen(choice),
  })
  const counted = new Map<string, ReadonlyMap<string, number>>()
  const countsWithout = (group: FacetGroup) => {
    const facets = facetsChosen(choice, group)
    const key = facets.join(' ')
    if (!counted.has(key)) counted.set(key, directory.facetCounts(facets))
    return counted.get(key)!
  }
  return {
    total,
    rows: listings.map(rowOf),
    groups: facetGroupNames.flatMap((group) => {
      const options = optionsOf(group, countsWithout(group), choice, names, to)
      return options.length === 0 ? [] : [{ name: group, title: facetGroups[group].title, options }]
    }),
    tool: choice.tool,
    chosen: facetGroupNames.flatMap((group) => {
      const value = choice[group]
      if (value === undefined) return []
      const label = names(group, value) ?? value
      return [{ label, without: listAddress({ ...choice, [group]: undefined }, { sort }, to) }]
    }),
    orders: listOrders.map((name) => ({
      name,
      href: listAddress(choice, { sort: name }, to),
      isChosen: name === sort,
    })),
    page,
    pages: Array.from({ length: Math.ceil(total / rowsPerPage) }, (_, index) => ({
      number: index + 1,
      href: listAddress(choice, { sort, page: index + 1 }, to),
    })),
  }
}

/** What was chosen in words, and the first value that the directory does not know. */
export function choiceNames(
  directory: Pick<Published, 'tools'>,
  tables: Pick<CatalogTables, 'categories' | 'tasks'>,
  choice: FacetChoice,
): { words: string[]; unknown: { group: string; value: string } | undefined } {
  const names = namesOf(directory, tables)
  const chosen = facetGroupNames.flatMap((group) => {
    const value = choice[group]
    return value === undefined ? [] : [{ group, value, name: names(group, value) }]
  })
  return {
    words: chosen.map(({ name, value }) => name ?? value),
    unknown: chosen.find(({ name }) => name === undefined),
  }
}

/** A listing as a row. */
export function rowOf(listing: Listing): ListRow {
  // Written by the contract's schema.
  const product = JSON.parse(listing.listItem()) as ProductListItem
  const evidence = listing.evidence()
  // A file says more than a front page.
  const first = evidence.find(({ url }) => fileOf(url) !== undefined) ?? evidence[0]
  const source = first && { name: nameOf(first), more: evidence.length - 1 }
  return { product, source, proved: listing.proved() }
}

function nameOf({ type, url }: { type: string; url: string }): string {
  return fileOf(url) ?? type.replaceAll('_', ' ')
}

// On the hosts of code that we know a file is at /blob/ and its commit or branch.
function fileOf(url: string): string | undefined {
  return /\/blob\/[^/]+\/(?:.*\/)?([^/#?]+)/.exec(url)?.[1]
}

type Names = (group: FacetGroup, value: string) => string | undefined

function namesOf(
  directory: Pick<Published, 'tools'>,
  { categories, tasks }: Pick<CatalogTables, 'categories' | 'tasks'>,
): Names {
  const lists: Partial<Record<FacetGroup, readonly { slug: string; name: string }[]>> = {
    tool: directory.tools,
    category: categories,
    task: tasks,
  }
  return (group, value) =>
    facetWord(group, value) ?? lists[group]?.find(({ slug }) => slug === value)?.name
}

function optionsOf(
  group: FacetGroup,
  counts: ReadonlyMap<string, number>,
  choice: FacetChoice,
  names: Names,
  to: Addresses,
): FacetOption[] {
  const { kind, options: closed }: { kind: FacetKind; options?: readonly string[] } =
    facetGroups[group]
  const prefix = facet(kind, '')
  const values =
    closed ??
    [...counts.keys()].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  const options = values.flatMap((value) => {
    const label = names(group, value)
    const isChosen = choice[group] === value
    const count = counts.get(facet(kind, value)) ?? 0
    // A second click on what is chosen takes it away.
    const href = listAddress({ ...choice, [group]: isChosen ? undefined : value }, {}, to)
    return label === undefined ? [] : [{ label, count, href, isChosen }]
  })
  const best = options.toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
  if (closed) return best
  return best.filter(({ isChosen }, index) => index < mostOptions || isChosen)
}
