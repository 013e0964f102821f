import type { Published } from './questions.ts'

/**
 * Up to this number of listings every page is a file, and the Markdown of every listing. Beyond it,
 * only the newest listings and the first pages of each list are files; a function renders the others
 * from the same component. No function renders founders: those with most listings have a page.
 * Decision 0019 has the figures.
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

/** The pages of a list that are built as files; a function renders the others alike. */
export function prerenderedPages(total: number, pages: number): number {
  return total <= sizes.whole ? pages : Math.min(pages, sizes.pages)
}

/** Founders with a page, at most. */
export function mostFounders(total: number): number {
  return total <= sizes.whole ? sizes.founders.whole : sizes.founders.larger
}

/** Tools with a page for each use case, at most: 240 or 120 files in all. */
export function mostToolsOfUse(total: number): number {
  return total <= sizes.whole ? sizes.toolsOfUse.whole : sizes.toolsOfUse.larger
}
