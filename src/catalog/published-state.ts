import type { Addresses } from '#core/addresses.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { once } from '#core/once.ts'
import { facetGroupsOf, requiredFacets } from '#present/lists/browse.ts'
import type { CatalogFile, Snapshot } from './file/read.ts'
import type { Card } from './lists.ts'
import { presenter } from './listing.ts'
import type { Listing, Published, PublishedAnswer } from './questions.ts'

/**
 * Most listings cached per snapshot after joining their parts: the first pages and popular queries.
 * About 10 MB, and as much again for their list rows.
 */
const mostListings = 2_000

/** Most answers cached per snapshot: about 6 MB if each has 24 listings with long texts. */
const mostAnswers = 64

/** `Published` without `isStale`, which changes with time. */
export type PublishedState = Omit<Published, 'isStale'>

/** Answers every query from one snapshot of the catalogue. */
export function publishedState(
  file: CatalogFile,
  { cards, lists, tools, index }: Snapshot,
  to: Addresses,
): PublishedState {
  const { topics, tasks } = file.tables
  const listing = presenter({ tools, topics }, to)
  const keepListing = fifoCache<number, Listing>(mostListings)
  const at = (card: Card): Listing => keepListing(card.n, () => listing(file.at(card)))
  const by = (key: 'slug' | 'domain') => once(() => new Map(cards.map((card) => [card[key], card])))
  const [bySlug, byDomain] = [by('slug'), by('domain')]
  // Of several listings of one repository, one whose first repository it is stays in the map, then
  // the oldest one.
  const byRepository = once(() => {
    const named = cards.flatMap((card) => card.repositories.map((key, n) => ({ key, n, card })))
    return new Map(named.toSorted((a, b) => b.n - a.n).map(({ key, card }) => [key, card]))
  })
  const { matching, counts } = lists
  return {
    total: matching([]).length,
    list: ({ sort, offset, limit, facets = [], ...query }) => {
      const groups = [...requiredFacets(query, tasks), ...facetGroupsOf(facets)]
      const found = matching(groups, sort)
      return { total: found.length, listings: found.slice(offset, offset + limit).map(at) }
    },
    totalOf: (facets) => matching(facetGroupsOf(facets)).length,
    passes: (filters) => {
      const found = matching(requiredFacets({ task: 'all', ...filters }, tasks))
      const slugs = new Set(found.map(({ slug }) => slug))
      return (slug) => slugs.has(slug)
    },
    product: (slug) => {
      const card = bySlug().get(slug)
      return card && at(card)
    },
    byDomain: (candidates) => {
      for (const [index, domain] of candidates.entries()) {
        const card = byDomain().get(domain)
        if (card) return { listing: at(card), match: index === 0 ? 'exact' : 'parent_domain' }
      }
      return undefined
    },
    byRepository: (domain) => {
      const card = byRepository().get(domain)
      return card && at(card)
    },
    tools,
    topics,
    index,
    toolsById: new Map(tools.map((tool) => [tool.id, tool])),
    toolsBySlug: new Map(tools.map((tool) => [tool.slug, tool])),
    facetCounts: (facets = []) => counts(facetGroupsOf(facets)),
    answer: fifoCache<string, PublishedAnswer>(mostAnswers),
  }
}
