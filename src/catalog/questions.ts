import type { presenter } from './listing.ts'
import type { publishedState } from './published-state.ts'
import type { CatalogTables } from './tables.ts'

/**
 * An approved listing, with its JSON as the API sends it. The JSON was checked against the contract
 * when it was stored and is not parsed again.
 */
export type Listing = ReturnType<ReturnType<typeof presenter>>

/** A consistent snapshot of the directory. Every answer is made from exactly one snapshot. */
export type Published = ReturnType<typeof publishedState> & {
  /**
   * True if the database could not be read for five seconds, so that recent changes may be missing.
   */
  isStale: boolean
}

/** The part of `Published` that list pages use. */
export type Lists = Pick<
  Published,
  'list' | 'facetCounts' | 'tools' | 'total' | 'totalOf' | keyof CatalogTables
>
