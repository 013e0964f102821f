import type { Addresses } from '#core/addresses.ts'
import { fifoCache } from '#core/fifo-cache.ts'
import { once } from '#core/once.ts'
import {
  type AnyFacet,
  type BrowseQuery,
  facetGroupsOf,
  requiredFacets,
} from '#present/lists/browse.ts'
import type { ListOrder } from '#present/lists/facet-choice.ts'
import type { CatalogFile, Snapshot } from './file/read.ts'
import type { Card } from './lists.ts'
import { presenter } from './listing.ts'

/**
 * Most listings cached per snapshot after joining their parts: the first pages and popular queries.
 * About 10 MB, and as much again for their list rows.
 */
const mostListings = 2_000

/** Most answers cached per snapshot: about 6 MB if each has 24 listings with long texts. */
const mostAnswers = 64

/** Which list: `facets` and `sort` accept more than the parameters of GET /products. */
type ListQuestion = Omit<BrowseQuery, 'sort'> & { sort: ListOrder; facets?: readonly AnyFacet[] }

/** A query for one page of a list. */
export type ListQuery = ListQuestion & { offset: number; limit: number }

/** Answers every query from one snapshot of the catalogue. */
export function publishedState(
  file: CatalogFile,
  { cards, lists, tools, index }: Snapshot,
  to: Addresses,
) {
  const { topics, tasks } = file.tables
  const listing = presenter({ tools, topics }, to)
  const keepListing = fifoCache<number, ReturnType<typeof listing>>(mostListings)
  const at = (card: Card) => keepListing(card.n, () => listing(file.at(card)))
  const by = (key: 'slug' | 'domain') => once(() => new Map(cards.map((card) => [card[key], card])))
  const [bySlug, byDomain] = [by('slug'), by('domain')]
  // Of several listings of one repository, one whose first repository it is stays in the map, then
  // the oldest one.
  const byRepository = once(() => {
    const named = cards.flatMap((card) => card.repositories.map((key, n) => ({ key, n, card })))
    return new Map(named.toSorted((a, b) => b.n - a.n).map(({ key, card }) => [key, card]))
  })
  const { matching, counts } = lists
  const found = ({ sort, facets = [], ...query }: ListQuestion) =>
    matching([...requiredFacets(query, tasks), ...facetGroupsOf(facets)], sort)
  return {
    /** The number of approved listings. */
    total: matching([]).length,
    /**
     * One page of listings. Spec, GET /products: every filter, order, page and total. `total` counts
     * all matches, not only this page.
     */
    list: ({ offset, limit, ...question }: ListQuery) => {
      const cards = found(question)
      return { total: cards.length, listings: cards.slice(offset, offset + limit).map(at) }
    },
    /** Every listing of a list; each is read when it is taken. */
    each: (question: ListQuestion) => found(question).values().map(at),
    /** The number of listings with all of these facets. */
    totalOf: (facets: readonly AnyFacet[]) => matching(facetGroupsOf(facets)).length,
    /** Returns a test of whether a listing passes the filters of GET /products. */
    passes: (filters: Omit<BrowseQuery, 'task' | 'sort'>) => {
      const passing = matching(requiredFacets({ task: 'all', ...filters }, tasks))
      const slugs = new Set(passing.map(({ slug }) => slug))
      return (slug: string) => slugs.has(slug)
    },
    product: (slug: string) => {
      const card = bySlug().get(slug)
      return card && at(card)
    },
    /** The listing of the first of these domains that has one, for GET /lookup. */
    byDomain: (candidates: readonly string[]) => {
      for (const [index, domain] of candidates.entries()) {
        const card = byDomain().get(domain)
        const match = index === 0 ? ('exact' as const) : ('parent_domain' as const)
        if (card) return { listing: at(card), match }
      }
      return undefined
    },
    /** The listing that a repository belongs to, by its domain as GET /lookup writes it. */
    byRepository: (domain: string) => {
      const card = byRepository().get(domain)
      return card && at(card)
    },
    ...file.tables,
    /** All tools, in the order of GET /tools. */
    tools,
    /** The search index, for search and recommend. */
    index,
    toolsById: new Map(tools.map((tool) => [tool.id, tool])),
    toolsBySlug: new Map(tools.map((tool) => [tool.slug, tool])),
    /**
     * For each facet (`facet()` of present/lists/browse.ts), how many of the listings with all of
     * `facets` have it.
     */
    facetCounts: (facets: readonly AnyFacet[] = []) => counts(facetGroupsOf(facets)),
    /**
     * Returns the cached answer to a query, or makes it: its body as JSON in UTF-8, and its ETag. Most
     * requests are for the same first pages, and joining and encoding 100 kB takes longer than
     * finding the listings.
     */
    answer: fifoCache<string, { json: Uint8Array<ArrayBuffer>; tag: string }>(mostAnswers),
  }
}
