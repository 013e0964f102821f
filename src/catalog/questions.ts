import type { BrowseQuery } from '#core/browse.ts'
import type { ToolRecord } from '#core/present.ts'

/** A tool as the catalogue knows it. `product_count` counts the approved listings of this moment. */
export type CatalogTool = ToolRecord & { homepage: string; aliases: string[] }

/**
 * An approved listing, as the very JSON that the API answers. It was checked against the contract
 * when it was written, so it is trusted bytes: nobody parses it again on the way out.
 */
export interface Listing {
  id: string
  slug: string
  domain: string
  /** Changes when any of the JSON does: what an ETag is made of instead of the bytes. */
  tag: string
  /** `ProductListItem` as JSON. */
  listItem: () => string
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
}

/** One page of `list`. `total` counts all that match; both are of the same moment. */
export interface ListPage {
  total: number
  listings: Listing[]
}

/** The directory at one moment: everything that one answer says comes from one of these. */
export interface Published {
  /** True when what changed since the build could not be asked for within the promised five seconds. */
  isStale: boolean
  /** How many listings are approved. */
  total: number
  /** Spec, GET /products: every filter, order, page and total. */
  list: (query: BrowseQuery & { offset: number; limit: number }) => ListPage
  product: (slug: string) => Listing | undefined
  /** Spec, GET /lookup: the first of these domains that is listed. */
  byDomain: (
    candidates: readonly string[],
  ) => { listing: Listing; match: 'exact' | 'parent_domain' } | undefined
  /** In directory order. */
  tools: readonly CatalogTool[]
  toolsById: ReadonlyMap<string, CatalogTool>
  /** An approved slug that differs from this one by a slip, for a hint. */
  nearestSlug: (slug: string) => string | undefined
}

/** What is published, as questions. Made once an instance; no question needs a database. */
export interface Catalog {
  /** The state to answer from: the file of the build with what changed since. Never fails, and never waits longer than 150 ms. */
  current: () => Promise<Published>
}
