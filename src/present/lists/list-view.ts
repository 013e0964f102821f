import type { ProofReach } from '#contract/enums.ts'
import type { ProductListItem } from '#contract/resources/product.ts'
import type { Support } from '#contract/resources/proof.ts'
import type { Faced } from '#present/face.ts'
import type { PastTool } from '#present/product/stack-growth.ts'
import type { FacetGroup, ListOrder } from './facet-choice.ts'

/** A listing as a row of a list. */
export interface ListRow {
  product: ProductListItem
  face: Faced
  /** What tells it apart, as short texts of one line, in the order of the list. */
  traits: (sort: ListOrder) => string[]
  /** How many of its tools its code proves. */
  proved: { count: number; of: number; reach: ProofReach }
  /** What its stack is that of, if that is not its code. */
  basis: string | undefined
  /** Its state, if it is not active: a list says only what is out of the ordinary. */
  ended: string | undefined
}

/** An option of a filter group; `href` is the list after a click on it. */
export interface FacetOption {
  label: string
  count: number
  href: string
  isChosen: boolean
}

/**
 * A filter group with its options. A folded one is shown by its title alone until it is opened.
 * `mode` says how its chosen values are joined, if any is chosen.
 */
interface FacetOptions {
  name: FacetGroup
  title: string
  options: FacetOption[]
  isFolded: boolean
  mode: string | undefined
  /** How many products of the list have no value, where one would be a fact; else 0. */
  unsaid: number
}

/** A page of the list of products, with its filters, orders and pages. */
export interface BrowseView {
  total: number
  rows: ListRow[]
  groups: FacetOptions[]
  /** The chosen tools, of both groups. */
  tools: readonly string[]
  /** Whether all or any of the chosen tools are wanted, as links; empty for less than two tools. */
  toolModes: { label: string; href: string; isChosen: boolean }[]
  /** The list, as hidden parameters of the form that adds a tool. Unknown values are left out. */
  parameters: [string, string][]
  /** The chosen values with the titles of their groups, each with the URL of the list without it. */
  chosen: { title: string; label: string; without: string }[]
  /** The list without any filter. */
  unfiltered: string
  sort: ListOrder
  orders: { name: ListOrder; label: string; href: string }[]
  page: number
  pages: { number: number; href: string }[]
}

/** A line of a tool, who asks for it, and what its maker says of its support. */
export interface ToolLine {
  line: string
  products: (Faced & { name: string })[]
  support: Support | null
}

/** What the page of a listing links to besides its own facts. */
export interface ListingContext {
  topics: { slug: string; name: string }[]
  /** Similar listings, with their shared tools and topics. */
  near: {
    product: Faced & { name: string }
    shared: { slug: string; name: string }[]
    topics: { slug: string; name: string }[]
  }[]
  /** Tools that its repository no longer names, the last to leave first. */
  pastTools: PastTool[]
  /** The versions of tools that its code asks for, by slug; only where the package is the tool. */
  versions: ReadonlyMap<string, string>
  /** The slug of its successor, if it has one that is listed. */
  successor: string | undefined
  /** The page with alternatives to the listing, if the build has one. */
  alternatives?: string | undefined
  /** The page that compares the listing with the most similar one, if the build has one. */
  pair?: string | undefined
  /** The page of the listing's founder, if the build has one. */
  founder?: string | undefined
}
