import { type Addresses, addresses } from '#core/addresses.ts'
import {
  type FacetGroup,
  type Group,
  type ListOrder,
  facetGroupNames,
  facetGroups,
  pageOrder,
} from './facet-choice.ts'

const to = addresses('')

/** A list with numbered pages: of the products with one value of a group; undefined for all. */
export type ListOf = { group: FacetGroup; value: string } | undefined

function firstPageOf(group: FacetGroup) {
  const { page, plainPage }: Group = facetGroups[group]
  return page ?? plainPage
}

/** Route patterns of numbered pages with the group of the list; undefined for all products. */
export const numberedLists: ReadonlyMap<string, FacetGroup | undefined> = new Map([
  ['/products/[number]', undefined],
  ...facetGroupNames.flatMap((group): [string, FacetGroup][] => {
    const first = firstPageOf(group)
    return first ? [[`${first('[value]', to)}/[number]`, group]] : []
  }),
])

/** The order of a list without filters. Those of a tool begin with what the code shows best. */
export const orderOfList = (group: FacetGroup | undefined): ListOrder =>
  group === 'tool' ? 'proved' : pageOrder

/** The URL of a page of a list, by its number; undefined if the list has no pages of its own. */
export function listPage(of: ListOf, number: number, site: Addresses): string | undefined {
  const first = of
    ? firstPageOf(of.group)?.(facetGroups[of.group].written(of.value), site)
    : site.products
  return first && number > 1 ? `${first}/${number}` : first
}

/** The number of a page after the first, read from a URL; undefined if invalid. */
export function readPageNumber(text: string): number | undefined {
  return /^(?:[2-9]|[1-9]\d{1,5})$/.test(text) ? Number(text) : undefined
}
