import type { Addresses } from '#core/addresses.ts'
import { type FacetGroup, facetGroupsOf, requiredFacets, withoutSunset } from '#present/browse.ts'
import {
  type Bitmap,
  clearBit,
  countBits,
  countShared,
  emptyBitmap,
  fullBitmap,
  hasBit,
  intersect,
  setBit,
  union,
} from './file/bitmap.ts'
import type { CatalogFile } from './file/read.ts'
import { presenter } from './listing.ts'
import { parsed } from './listing-record.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { type PageWindow, newestWindow, rankedWindow } from './list-window.ts'
import { type ChangedListing, type Overlay, newestFirst } from './overlay.ts'
import type {
  Listing,
  ListPage,
  ListQuery,
  Place,
  Published,
  PublishedAnswer,
} from './questions.ts'

/**
 * Most listings cached per snapshot after joining their parts: the first pages and popular queries.
 * About 10 MB, and as much again for their list rows.
 */
const mostListings = 2_000

/** The maximum number of facet counts cached per snapshot: 10 MB. Pages of a list share one. */
const mostCounts = 400

/** Most answers cached per snapshot: about 6 MB if each has 24 listings with long texts. */
const mostAnswers = 64

/** `Published` without `isStale`, which changes with time. */
export type PublishedState = Omit<Published, 'isStale'>

/** Answers every query from one consistent snapshot: the file of a build with an overlay. */
export function publishedState(file: CatalogFile, overlay: Overlay, to: Addresses): PublishedState {
  const { tools } = overlay
  const toolsById = new Map(tools.map((tool) => [tool.id, tool]))
  const listing = presenter({ tools, topics: file.tables.topics }, to)
  const keepListing = fifoCache<number, Listing>(mostListings)
  const keepCounts = fifoCache<string, ReadonlyMap<string, number>>(mostCounts)
  const at = (place: Place): Listing =>
    typeof place === 'number'
      ? keepListing(place, () => listing(overlay.replaced.get(place) ?? file.at(place)))
      : listing(place)

  /** The listings of the file that have at least one facet of each group, with changes applied. */
  const matching = (groups: readonly FacetGroup[]): Bitmap => {
    const bits = fullBitmap(file.total)
    for (const group of groups) {
      const [first, ...others] = group.map((key) => file.facet(key) ?? emptyBitmap(file.total))
      intersect(bits, others.length === 0 ? first! : union([first!, ...others]))
    }
    for (const n of overlay.gone) clearBit(bits, n)
    for (const [n, changed] of overlay.replaced) {
      if (hasFacets(changed, groups)) setBit(bits, n)
      else clearBit(bits, n)
    }
    return bits
  }

  const find = (slug: string): Listing | undefined => {
    const changed = overlay.bySlug.get(slug)
    if (changed === null) return undefined
    const n = file.placeOfSlug(slug)
    if (n !== undefined && !overlay.gone.has(n)) return at(n)
    return changed && listing(changed)
  }

  const findDomain = (domain: string): Listing | undefined => {
    const changed = overlay.byDomain.get(domain)
    if (changed) return listing(changed)
    const n = file.placeOfDomain(domain)
    if (n === undefined) return undefined
    const found = at(n)
    // The file is outdated for a changed listing: it was withdrawn, or has another domain now.
    return overlay.bySlug.has(found.slug) ? undefined : found
  }

  // An order by a number that changes with the listing, such as the time of its newest commit. A
  // changed listing moves in this order only, so it is taken out and merged like an added one.
  const measured = (
    bits: Bitmap,
    added: readonly ChangedListing[],
    page: PageWindow,
    [places, numbers]: readonly [Uint32Array, Uint32Array],
    of: (listing: ChangedListing) => number,
  ): Place[] => {
    const looked = [...overlay.replaced].filter(([n]) => hasBit(bits, n))
    for (const [n] of looked) clearBit(bits, n)
    const others = [...added, ...looked.map(([, listing]) => listing)].sort(newestFirst)
    return rankedWindow(bits, others, page, { places, at: (n) => numbers[n]!, of })
  }

  const orders: Record<
    ListQuery['sort'],
    (bits: Bitmap, added: readonly ChangedListing[], page: PageWindow) => Place[]
  > = {
    newest: newestWindow,
    popular: (bits, added, page) =>
      rankedWindow(bits, added, page, {
        places: file.popular(),
        at: (n) => parsed(file.at(n).summary).view_count,
        of: ({ viewCount }) => viewCount,
      }),
    active: (bits, added, page) =>
      measured(bits, added, page, [file.active(), file.activeAt()], ({ activeAt }) => activeAt),
    proved: (bits, added, page) =>
      measured(bits, added, page, [file.proved(), file.provedTools()], (one) => one.provedTools),
  }

  const window = (
    required: readonly FacetGroup[],
    { sort, ...page }: Pick<ListQuery, 'sort'> & PageWindow,
  ) => {
    const groups = withoutSunset(required)
    const bits = matching(groups)
    const added = overlay.added.filter((one) => hasFacets(one, groups))
    const total = countBits(bits) + added.length
    return { total, places: orders[sort](bits, added, page) }
  }

  const list = (query: ListQuery): ListPage => {
    const groups = [
      ...requiredFacets(query, file.tables.tasks),
      ...facetGroupsOf(query.facets ?? []),
    ]
    const { total, places } = window(groups, query)
    return { total, listings: places.map(at) }
  }

  return {
    at,
    total: window([], { sort: 'newest', offset: 0, limit: 0 }).total,
    list,
    places: (facets, limit) => window(facetGroupsOf(facets), { sort: 'newest', offset: 0, limit }),
    product: find,
    byDomain: (candidates) => {
      for (const [index, domain] of candidates.entries()) {
        const found = findDomain(domain)
        if (found) return { listing: found, match: index === 0 ? 'exact' : 'parent_domain' }
      }
      return undefined
    },
    tools,
    topics: file.tables.topics,
    index: overlay.index,
    toolsById,
    toolsBySlug: new Map(tools.map((tool) => [tool.slug, tool])),
    facetCounts: (facets = []) => {
      const wanted = facetGroupsOf(facets)
      // JSON as the cache key: facets may contain any character, so a separator could be ambiguous.
      const key = wanted.map((group) => JSON.stringify(group.toSorted())).sort()
      return keepCounts(key.join(), () => {
        const groups = withoutSunset(wanted)
        return countsWithin(file, overlay, groups, matching(groups))
      })
    },
    answer: fifoCache<string, PublishedAnswer>(mostAnswers),
  }
}

const hasFacets = ({ facets }: ChangedListing, groups: readonly FacetGroup[]) =>
  groups.every((group) => group.some((key) => facets.has(key)))

// Counts facets among the matching listings. Changed listings have no bitmaps and are few, so each
// is tested on its own.
function countsWithin(
  file: CatalogFile,
  overlay: Overlay,
  groups: readonly FacetGroup[],
  bits: Bitmap,
): Map<string, number> {
  const counts = new Map<string, number>()
  const inFile = bits.slice()
  for (const n of overlay.replaced.keys()) clearBit(inFile, n)
  for (const key of file.facetCounts().keys()) {
    const count = countShared(inFile, file.facet(key)!)
    if (count > 0) counts.set(key, count)
  }
  for (const changed of [...overlay.added, ...overlay.replaced.values()])
    if (hasFacets(changed, groups))
      for (const key of changed.facets) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
