import type { Addresses } from '#core/addresses.ts'
import { openCatalogFile } from './file/read.ts'
import { publishedState } from './published-state.ts'

/** Opens the catalogue as it was at the build, for the pages and files that the build makes. */
export function openBuiltCatalog(path: string, to: Addresses) {
  const file = openCatalogFile(path)
  const { cards } = file.built()
  const state = { ...publishedState(file, file.built(), to), isStale: false }
  return {
    trends: file.trends,
    moves: file.moves,
    ...state,
    /** The number of all listings, also of those that are sunset. */
    count: cards.length,
    /** Every listing in newest order, or those with a facet; what is sunset only with `all`. */
    listings: (facets: readonly string[] = [], lifecycle?: 'all') =>
      state.each({ task: 'all', sort: 'newest', facets, lifecycle }),
    /** The JSON of every listing's detail, in the order of slugs. */
    detailsBySlug() {
      const slugs = cards.map(({ slug }) => slug).toSorted()
      return slugs.values().map((slug) => state.product(slug)!.detail())
    },
    close: file.close,
  }
}
