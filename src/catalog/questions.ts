import type { Move } from '#core/moves.ts'
import type { Trends } from '#core/trends.ts'
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

/** The published directory. Each server instance makes one; its queries do not need a database. */
export interface Catalog extends CatalogTables {
  /** The time of the latest publicly visible change that the file of the build contains. */
  readonly builtFrom: Date
  /** The use of tools over time, as counted at the build. */
  trends: () => Trends
  /** What moved in stacks, newest first, as known at the build. */
  moves: () => readonly Move[]
  /**
   * The lists in the order of the build, with current listings and without withdrawn ones. Page 3,
   * rendered by a function, must continue where page 2, a file of the build, ends.
   */
  asBuilt: () => Promise<Lists>
  /**
   * The current snapshot: the file of the build with later changes. Never fails, and never waits
   * longer than 150 ms. `evenEarly` polls the database now, because the caller knows of a change
   * since the last poll.
   */
  current: (options?: { evenEarly?: boolean }) => Promise<Published>
}
