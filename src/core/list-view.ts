import type { ProductListItem } from '#contract/resources/product.ts'
import type { FacetGroup, ListOrder } from './facet-choice.ts'

/** A listing as a row of a list. */
export interface ListRow {
  product: ProductListItem
  /** The file or page that was read first, and how many more. */
  source: { name: string; more: number } | undefined
  /** How many of its tools a line of its repository names. */
  proved: { count: number; of: number } | undefined
}

export interface FacetOption {
  label: string
  count: number
  href: string
  isChosen: boolean
}

/** A page of the list of products, narrowed or not, with everything that leads on from it. */
export interface BrowseView {
  total: number
  rows: ListRow[]
  groups: { name: FacetGroup; title: string; options: FacetOption[] }[]
  /** The tool that was chosen: a list has room for one. */
  tool: string | undefined
  /** What was chosen, each with the list without it. */
  chosen: { label: string; without: string }[]
  orders: { name: ListOrder; href: string; isChosen: boolean }[]
  page: number
  pages: { number: number; href: string }[]
}

/** What the page of a listing shows beside it, from the rest of the directory. */
export interface ListingContext {
  /** Listings like it, each with what both are for and the tools that both are built with. */
  near: {
    product: { slug: string; name: string }
    shared: { slug: string; name: string }[]
    topics: { slug: string; name: string }[]
  }[]
  /** The names of the categories of tools, by their slugs. */
  categories: ReadonlyMap<string, string>
  /** The page of its alternatives, when the build has one. */
  alternatives?: string | undefined
  /** The page that compares it with the nearest, when the build has one. */
  pair?: string | undefined
  /** The page of its founder, when the build has one. */
  founder?: string | undefined
}
