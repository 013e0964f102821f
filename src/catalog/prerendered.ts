import type { Published } from './questions.ts'

/**
 * A directory up to this size has every page as a file, and the Markdown of every listing. In a larger
 * one those of the newest listings are files, which front pages and feeds lead to, and the first pages
 * of each list; any other is rendered when it is asked for, from the same component. Of founders,
 * which no function renders, those of most listings have a page. Decision 0019 has the figures.
 */
const sizes = {
  whole: 2_000,
  newest: 200,
  pages: 2,
  founders: { whole: 1_000, larger: 200 },
  toolsOfUse: { whole: 40, larger: 20 },
} as const

/** The listings whose pages are files, newest first. */
export function prerenderedListings(catalog: Pick<Published, 'list' | 'total'>) {
  const limit = catalog.total <= sizes.whole ? sizes.whole : sizes.newest
  return catalog.list({ task: 'all', sort: 'newest', offset: 0, limit }).listings
}

/** How many pages of a list are files, of those that it has; any other is rendered in the same way. */
export function prerenderedPages(total: number, pages: number): number {
  return total <= sizes.whole ? pages : Math.min(pages, sizes.pages)
}

/** How many founders have a page at most. */
export function mostFounders(total: number): number {
  return total <= sizes.whole ? sizes.founders.whole : sizes.founders.larger
}

/** How many tools of a use case have a page with it at most: 240 or 120 files in all. */
export function mostToolsOfUse(total: number): number {
  return total <= sizes.whole ? sizes.toolsOfUse.whole : sizes.toolsOfUse.larger
}
