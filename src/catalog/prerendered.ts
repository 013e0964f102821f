import type { Published } from './questions.ts'

/**
 * A directory up to this size has the page and the Markdown of every listing as files. In a larger
 * one those of the newest are files, which front pages and feeds lead to; any other is rendered when
 * it is asked for, from the same component. Decision 0019 has the figures.
 */
const sizes = { whole: 2_000, newest: 200 } as const

/** The listings whose pages are files, newest first. */
export function prerenderedListings(catalog: Pick<Published, 'list' | 'total'>) {
  const limit = catalog.total <= sizes.whole ? sizes.whole : sizes.newest
  return catalog.list({ task: 'all', sort: 'newest', offset: 0, limit }).listings
}
