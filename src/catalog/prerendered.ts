import type { Published } from './questions.ts'

/**
 * How much a build renders as files. Up to `whole` listings: every page, and the Markdown version
 * of every listing. Above that: only the `newest` listings and the first `pages` pages of each
 * list; a function renders the others from the same components. Founder pages exist only as files,
 * so only the founders with most listings get one. Decision 0019 has the figures.
 */
const sizes = {
  whole: 2_000,
  newest: 200,
  pages: 2,
  founders: { whole: 1_000, larger: 200 },
} as const

/** The listings whose pages are files, newest first. */
export function prerenderedListings(catalog: Pick<Published, 'list' | 'total'>) {
  const limit = catalog.total <= sizes.whole ? sizes.whole : sizes.newest
  const query = { task: 'all', lifecycle: 'all', sort: 'newest', offset: 0, limit } as const
  return catalog.list(query).listings
}

/** How many pages of a list are built as files; a function renders the rest identically. */
export function prerenderedPages(total: number, pages: number): number {
  return total <= sizes.whole ? pages : Math.min(pages, sizes.pages)
}

/** The most founders that get a page. */
export function mostFounders(total: number): number {
  return total <= sizes.whole ? sizes.founders.whole : sizes.founders.larger
}
