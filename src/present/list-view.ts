import type { ProductListItem } from '#contract/resources/product.ts'
import type { FacetGroup, ListOrder } from './facet-choice.ts'

/** A listing as a row of a list. */
export interface ListRow {
  product: ProductListItem
  /** The name of the first source, and the number of others. */
  source: { name: string; more: number } | undefined
  /** How many of its tools its repository shows, in words; undefined if none. */
  proved: string | undefined
  /** The day of the last commit, in words; null if unknown. */
  lastCommit: string | null
}

/** A value of a group, with the list after a click on it. */
export interface FacetOption {
  label: string
  count: number
  href: string
  isChosen: boolean
}

/** A page of the list of products, with its filters, orders and pages. */
export interface BrowseView {
  total: number
  rows: ListRow[]
  groups: { name: FacetGroup; title: string; options: FacetOption[] }[]
  /** The known chosen values, as hidden parameters of the form that adds a tool. */
  parameters: [FacetGroup, string][]
  /** The chosen values, each with the address of the list without it. */
  chosen: { label: string; without: string }[]
  sort: ListOrder
  orders: { name: ListOrder; label: string; href: string }[]
  page: number
  pages: { number: number; href: string }[]
}

/** The related entries on the page of a listing. */
export interface ListingContext {
  topics: { slug: string; name: string }[]
  /** Similar listings, with their shared tools and topics. */
  near: {
    product: { slug: string; name: string }
    shared: { slug: string; name: string }[]
    topics: { slug: string; name: string }[]
  }[]
  /** Names of tool categories, by slug. */
  categories: ReadonlyMap<string, string>
  /** The page of its alternatives, if the build has one. */
  alternatives?: string | undefined
  /** The page that compares it with the most similar listing, if the build has one. */
  pair?: string | undefined
  /** The page of its founder, if the build has one. */
  founder?: string | undefined
}
