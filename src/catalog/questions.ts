import type { ProductListItem } from '#contract/resources/product.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import type { BrowseQuery, TaskRule } from '#present/browse.ts'
import type { CodeHost } from '#core/domain-name.ts'
import type { ListOrder } from '#present/facet-choice.ts'
import type { ToolRecord } from '#present/present.ts'
import type { ToolPackages } from '#core/tool-packages.ts'
import type { Topic } from '#core/topics.ts'
import type { Evidence } from '#core/trust.ts'
import type { UseCaseAliases } from '#core/use-case.ts'
import type { SearchIndex } from '#search/open-index.ts'
import type { StoredListing } from './stored-listing.ts'

/** A tool of the catalogue. `product_count` counts the approved listings of this moment. */
export type CatalogTool = ToolRecord &
  ToolPackages & { homepage: string; aliases: string[]; topics: string[]; examples: string[] }

/** The tables of content/ that belong to what is published. */
export interface CatalogTables {
  categories: { slug: string; name: string; description: string }[]
  tasks: (TaskRule & { name: string })[]
  codeHosts: CodeHost[]
  useCases: UseCaseAliases[]
  topics: readonly Topic[]
  /** What editors say at the head of the page of one facet, which is named as `use/research`. */
  landingPages: { facet: string; title: string; text: string }[]
}

/**
 * An approved listing as the JSON that the API answers. It was checked against the contract when it
 * was written; nothing parses it on the way out.
 */
export interface Listing {
  id: string
  slug: string
  domain: string
  /** Changes when any of the JSON does: what an ETag is made of instead of the bytes. */
  tag: string
  /** `ProductListItem` as JSON. */
  listItem: () => string
  /** One value of the list item, for whoever needs few of them: the whole takes longer to read. */
  field: <F extends Exclude<keyof ProductListItem, 'tools'>>(name: F) => ProductListItem[F]
  /** `ProductBrief` as JSON. */
  brief: () => string
  /** `ProductDetail` as JSON. */
  detail: () => string
  /** What a status answer says beside the product, as JSON fields without braces: `"badge":{…},"claim_status":…`. */
  review: () => string
  /** The tools it is built with, in its order. */
  tools: () => CatalogTool[]
  /** The same tools as a JSON array of `ProductTool`. */
  toolsJson: () => string
  /** What people ask for who need it, in their words. */
  examples: () => readonly string[]
  /** The pieces of its evidence, each with what editors say that it shows. */
  evidence: () => Evidence[]
  /** What its repository proves; null where none was read. */
  proof: () => ProductProof | null
}

/** The query of a page. `facets` and `sort` offer more than the parameters of GET /products. */
export type ListQuery = Omit<BrowseQuery, 'sort'> & {
  sort: ListOrder
  offset: number
  limit: number
  facets?: readonly string[]
}

/** One page of `list`. `total` counts all matches of the same moment. */
export interface ListPage {
  total: number
  listings: Listing[]
}

/** Identifies a listing within one moment. */
export type Place = number | StoredListing

/** JSON in UTF-8, and its ETag. */
export interface PublishedAnswer {
  json: Uint8Array<ArrayBuffer>
  tag: string
}

/** The directory at one moment: an answer is made from exactly one. */
export interface Published {
  /** True when what changed since the build could not be asked for within the promised five seconds. */
  isStale: boolean
  /** How many listings are approved. */
  total: number
  /** Spec, GET /products: every filter, order, page and total. */
  list: (query: ListQuery) => ListPage
  /** The newest listings that have all of these facets, unread; and how many there are. */
  places: (facets: readonly string[], limit: number) => { total: number; places: Place[] }
  /** The listing of a place of this moment. */
  at: (place: Place) => Listing
  product: (slug: string) => Listing | undefined
  /** Spec, GET /lookup: the first of these domains that is listed. */
  byDomain: (
    candidates: readonly string[],
  ) => { listing: Listing; match: 'exact' | 'parent_domain' } | undefined
  /** In directory order. */
  tools: readonly CatalogTool[]
  topics: readonly Topic[]
  toolsById: ReadonlyMap<string, CatalogTool>
  toolsBySlug: ReadonlyMap<string, CatalogTool>
  /** How many listings have each facet (`facet()` of present/browse.ts), of those that have these. */
  facetCounts: (facets?: readonly string[]) => ReadonlyMap<string, number>
  /** What search and recommend look at. */
  index: SearchIndex
  /**
   * Caches an answer of this moment by its query: most requests are for the same first pages, and
   * joining and encoding 100 kB takes longer than finding the listings.
   */
  answer: (asked: string, make: () => PublishedAnswer) => PublishedAnswer
}

/** The part of `Published` that list pages use. */
export type Lists = Pick<Published, 'list' | 'facetCounts' | 'tools' | 'total'>

interface CurrentOptions {
  /** Asks the database now: the caller knows that something has changed since it was asked last. */
  evenEarly?: boolean
}

/** What is published. Made once for each instance; no query needs a database. */
export interface Catalog extends CatalogTables {
  /** The latest moment at which a listing changed for readers that the file of the build has. */
  readonly builtFrom: Date
  /**
   * The lists as the build's files have them, with current listings and without withdrawn ones: page
   * 3, rendered by a function, continues where page 2, a file, ends.
   */
  asBuilt: () => Promise<Lists>
  /** The state to answer from: the file of the build with what changed since. Never fails, and never waits longer than 150 ms. */
  current: (options?: CurrentOptions) => Promise<Published>
}
