import type { Addresses } from '#core/addresses.ts'
import { sunset } from '#present/browse.ts'
import type { ProductRecord } from '#present/present.ts'
import { type StoredListing, listingFacets, listingRecord } from './listing-record.ts'
import { emptyBitmap, hasBit } from './file/bitmap.ts'
import type { CatalogFile } from './file/read.ts'
import type { CatalogTool } from './questions.ts'
import { listingDocument, searchTopics, toolDocument } from './search-documents.ts'
import type { SearchDocument } from '#search/document.ts'
import type { SearchIndex } from '#search/open-index.ts'
import { type Change, overlaid } from '#search/overlay.ts'

/** A listing that is new or changed since the build. */
export interface ChangedListing extends StoredListing {
  approvedAt: number
  viewCount: number
  activeAt: number
  provedTools: number
  facets: ReadonlySet<string>
  /** The listing as search indexes it. */
  document: SearchDocument
  /** The number of listings in the file that are newer than this one. */
  place: number
}

/** All changes since the build as one immutable value, so that totals, pages and counts agree. */
export interface Overlay {
  /** By slug: the current listing, or null if it is no longer listed. */
  bySlug: ReadonlyMap<string, ChangedListing | null>
  byDomain: ReadonlyMap<string, ChangedListing>
  /**
   * Positions in the file whose listing was withdrawn, or was approved again and so moved to the
   * front.
   */
  gone: ReadonlySet<number>
  /** Changed listings that keep their position in newest order, by that position. */
  replaced: ReadonlyMap<number, ChangedListing>
  /** New or newly approved listings, which have no position in the file, in newest order. */
  added: readonly ChangedListing[]
  /** All tools with their current counts. Tools of the file keep their index. */
  tools: readonly CatalogTool[]
  /** The search index with these changes. */
  index: SearchIndex
}

/** The overlay without any change. */
export function emptyOverlay(file: CatalogFile): Overlay {
  return {
    bySlug: new Map(),
    byDomain: new Map(),
    gone: new Set(),
    replaced: new Map(),
    added: [],
    tools: file.tools,
    index: file.index,
  }
}

/**
 * Adds newer changes to an overlay. `entered` are tools that the changed listings use and that
 * `before` does not contain.
 */
export function withChanges(
  file: CatalogFile,
  before: Overlay,
  changes: ReadonlyMap<string, ProductRecord | null>,
  entered: readonly CatalogTool[],
  to: Addresses,
): Overlay {
  const tools = [...before.tools, ...entered]
  const known = {
    byId: new Map(tools.map((tool) => [tool.id, tool])),
    placeOf: new Map(tools.map((tool, place) => [tool.id, place])),
  }
  const bySlug = new Map(before.bySlug)
  for (const [slug, record] of changes) {
    if (record === null) bySlug.set(slug, null)
    else {
      const { detail, details, beyond, ...parts } = listingRecord(record, known, to)
      const named = record.tool_ids.map((id) => known.byId.get(id)!)
      bySlug.set(slug, {
        ...parts,
        facets: new Set(listingFacets(record, known.byId, file.tables.tasks)),
        document: listingDocument(detail, { examples: record.examples, tools: named }),
        more: () => ({ details, beyond }),
        place: file.placeOf(parts.approvedAt, parts.id),
      })
    }
  }
  return arrange(file, bySlug, tools)
}

function arrange(
  file: CatalogFile,
  bySlug: ReadonlyMap<string, ChangedListing | null>,
  tools: readonly CatalogTool[],
): Overlay {
  const gone = new Set<number>()
  const replaced = new Map<number, ChangedListing>()
  const added: ChangedListing[] = []
  // Corrects the product counts of tools: the listing as in the file is subtracted, the current one
  // added.
  const counts = new Int32Array(tools.length)
  const wasSunset = file.facet(sunset) ?? emptyBitmap(file.total)
  const count = (listing: StoredListing, by: 1 | -1) => {
    for (const place of listing.tools) counts[place]! += by
  }
  for (const [slug, listing] of bySlug) {
    const n = file.placeOfSlug(slug)
    const former = n === undefined ? undefined : file.at(n)
    if (former && !hasBit(wasSunset, n!)) count(former, -1)
    if (listing && !listing.facets.has(sunset)) count(listing, 1)
    // An edited listing keeps its position; a listing with a new approval time moves to the front.
    const stays = listing !== null && former?.approvedAt === listing.approvedAt
    if (n !== undefined && stays) replaced.set(n, listing)
    else {
      if (n !== undefined) gone.add(n)
      if (listing) added.push(listing)
    }
  }
  const listed = [...bySlug.values()].filter((listing) => listing !== null)
  return {
    bySlug,
    byDomain: new Map(listed.map((listing) => [listing.domain, listing])),
    gone,
    replaced,
    added: added.sort(newestFirst),
    tools: tools.map((tool, place) => {
      const product_count = (file.tools[place]?.product_count ?? 0) + counts[place]!
      return tool.product_count === product_count ? tool : { ...tool, product_count }
    }),
    index: overlaid(file.index, changesOf(file, bySlug, tools), searchTopics(file.tables.topics)),
  }
}

function changesOf(
  file: CatalogFile,
  bySlug: ReadonlyMap<string, ChangedListing | null>,
  tools: readonly CatalogTool[],
): Change[] {
  const entered = tools.slice(file.tools.length).map((tool) => toolDocument(tool, file.tables))
  return [
    ...[...bySlug].map(([slug, listing]): Change => {
      return { kind: 'product', slug, document: listing?.document ?? null }
    }),
    ...entered.map((document) => ({ ...document, document })),
  ]
}

/** Compares two listings for newest order, the tie-break of every list. */
export function newestFirst(
  a: Pick<ChangedListing, 'approvedAt' | 'id'>,
  b: Pick<ChangedListing, 'approvedAt' | 'id'>,
): number {
  return b.approvedAt - a.approvedAt || (a.id < b.id ? -1 : 1)
}
