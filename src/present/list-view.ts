import type { ProductListItem } from '#contract/resources/product.ts'
import type { FacetGroup, ListOrder } from './facet-choice.ts'

/** A listing as a row of a list. */
export interface ListRow {
  product: ProductListItem
  /** The file or page that was read first, and how many more. */
  source: { name: string; more: number } | undefined
  /** How many of its tools its repository shows, in words; undefined where it shows none. */
  proved: string | undefined
  /** When somebody last worked on its code, in words; null where nobody knows. */
  lastCommit: string | null
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
  /** What was chosen and is known, as parameters: a form that adds a tool sends it again. */
  parameters: [FacetGroup, string][]
  /** What was chosen, each with the list without it. */
  chosen: { label: string; without: string }[]
  sort: ListOrder
  orders: { name: ListOrder; label: string; href: string }[]
  page: number
  pages: { number: number; href: string }[]
}

/** What the page of a listing shows beside it, from the rest of the directory. */
export interface ListingContext {
  /** Its topics. */
  topics: { slug: string; name: string }[]
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
