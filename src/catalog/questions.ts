import type { Activity } from '#contract/resources/activity.ts'
import type { Fact } from '#contract/resources/facts.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import type { AnyFacet, BrowseQuery, TaskRule } from '#present/lists/browse.ts'
import type { CodeHost } from '#core/domain-name.ts'
import type { ListOrder } from '#present/lists/facet-choice.ts'
import type { Move } from '#core/moves.ts'
import type { ToolRecord } from '#present/present.ts'
import type { ToolPackages } from '#core/tool-packages.ts'
import type { Trends } from '#core/trends.ts'
import type { Topic } from '#core/topics.ts'
import type { Evidence } from '#core/trust.ts'
import type { UseCaseAliases } from '#core/use-case.ts'
import type { SearchIndex } from '#search/open-index.ts'
import type { Details, Summary } from './listing-record.ts'

/**
 * A tool of the catalogue. `product_count` counts the listings that are approved in this snapshot.
 */
export type CatalogTool = ToolRecord &
  ToolPackages & { homepage: string; aliases: string[]; topics: string[]; examples: string[] }

/** The small tables that are published with the listings, from content/. */
export interface CatalogTables {
  categories: { slug: string; name: string; description: string }[]
  tasks: (TaskRule & { name: string })[]
  codeHosts: CodeHost[]
  useCases: UseCaseAliases[]
  topics: readonly Topic[]
  /**
   * Introductions by editors to the pages of single facets; `facet` is a path such as
   * `use/research`.
   */
  landingPages: { facet: string; title: string; text: string }[]
}

/** The fields that are read without the rest of a listing. */
type Fields = Summary & Pick<Details, 'topics' | 'lifecycle'>

/**
 * An approved listing, with its JSON as the API sends it. The JSON was checked against the contract
 * when it was stored and is not parsed again.
 */
export interface Listing {
  id: string
  slug: string
  domain: string
  /**
   * Changes whenever the listing's JSON changes. ETags are made of it, not of the bytes of an
   * answer.
   */
  tag: string
  /** `ProductListItem` as JSON. */
  listItem: () => string
  /**
   * One field of the list item or the brief item: faster than parsing the whole item when only a
   * few fields are needed.
   */
  field: <F extends keyof Fields>(name: F) => Fields[F]
  /** `ProductBrief` as JSON. */
  brief: () => string
  /** `ProductDetail` as JSON. */
  detail: () => string
  /**
   * The review fields of a status answer as JSON without braces: `"badge":{…},"claim_status":…`.
   */
  review: () => string
  /** The tools of the product, in the order of the listing. */
  tools: () => CatalogTool[]
  /** The same tools as a JSON array of `ProductTool`. */
  toolsJson: () => string
  /** The tools that its page says it works with. */
  worksWith: () => CatalogTool[]
  /** Example phrases: what people who need the product search for. */
  examples: () => readonly string[]
  /** The evidence for the listing, each piece with the editors' note on it. */
  evidence: () => Evidence[]
  /** When a fact that readers rely on was last corrected; null if none was. */
  correctedAt: () => string | null
  /** Whether it is worked on; null if unknown. */
  activity: () => Activity | null
  /** The facts that help to choose the product. */
  facts: () => Fact[]
  /** Its topics, the main one first. */
  topics: () => Topic[]
  /** What its repository proves; null if no repository was read. */
  proof: () => ProductProof | null
}

/**
 * A query for one page of a list. `facets` and `sort` accept more than the parameters of GET
 * /products.
 */
export type ListQuery = Omit<BrowseQuery, 'sort'> & {
  sort: ListOrder
  offset: number
  limit: number
  facets?: readonly AnyFacet[]
}

/** One page of `list`. `total` counts all matches, not only this page, in the same snapshot. */
interface ListPage {
  total: number
  listings: Listing[]
}

/** The body of an answer as JSON in UTF-8, and its ETag. */
export interface PublishedAnswer {
  json: Uint8Array<ArrayBuffer>
  tag: string
}

/** A consistent snapshot of the directory. Every answer is made from exactly one snapshot. */
export interface Published {
  /**
   * True if the database could not be read for five seconds, so that recent changes may be missing.
   */
  isStale: boolean
  /** The number of approved listings. */
  total: number
  /** One page of listings. Spec, GET /products: every filter, order, page and total. */
  list: (query: ListQuery) => ListPage
  /** The number of listings with all of these facets. */
  totalOf: (facets: readonly AnyFacet[]) => number
  /** Returns a test of whether a listing passes the filters of GET /products. */
  passes: (filters: Omit<BrowseQuery, 'task' | 'sort'>) => (slug: string) => boolean
  product: (slug: string) => Listing | undefined
  /** The listing that a repository belongs to, by its domain as GET /lookup writes it. */
  byRepository: (domain: string) => Listing | undefined
  /** The listing of the first of these domains that has one, for GET /lookup. */
  byDomain: (
    candidates: readonly string[],
  ) => { listing: Listing; match: 'exact' | 'parent_domain' } | undefined
  /** All tools, in the order of GET /tools. */
  tools: readonly CatalogTool[]
  topics: readonly Topic[]
  toolsById: ReadonlyMap<string, CatalogTool>
  toolsBySlug: ReadonlyMap<string, CatalogTool>
  /**
   * For each facet (`facet()` of present/lists/browse.ts), how many of the listings with all of
   * `facets` have it.
   */
  facetCounts: (facets?: readonly AnyFacet[]) => ReadonlyMap<string, number>
  /** The search index, for search and recommend. */
  index: SearchIndex
  /**
   * Returns the cached answer to a query, or makes it. Most requests are for the same first pages,
   * and joining and encoding 100 kB takes longer than finding the listings.
   */
  answer: (asked: string, make: () => PublishedAnswer) => PublishedAnswer
}

/** The part of `Published` that list pages use. */
export type Lists = Pick<Published, 'list' | 'facetCounts' | 'tools' | 'total' | 'totalOf'>

/** The published directory. Each server instance makes one; its queries do not need a database. */
export interface Catalog extends CatalogTables {
  /** The time of the latest publicly visible change that the file of the build contains. */
  readonly builtFrom: Date
  /** The use of tools over time, as counted at the build. */
  trends: () => Trends
  /** What moved in stacks, newest first, as known at the build. */
  moves: () => readonly Move[]
  /**
   * The lists in the order of the build, with current listings and without withdrawn ones. Page 3,
   * rendered by a function, must continue where page 2, a file of the build, ends.
   */
  asBuilt: () => Promise<Lists>
  /**
   * The current snapshot: the file of the build with later changes. Never fails, and never waits
   * longer than 150 ms. `evenEarly` polls the database now, because the caller knows of a change
   * since the last poll.
   */
  current: (options?: { evenEarly?: boolean }) => Promise<Published>
}
