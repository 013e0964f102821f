import type { Addresses } from '#core/addresses.ts'
import type { DatedCatalog } from '#db/catalog-days.ts'
import { openCatalogFile } from './file/read.ts'
import { emptyOverlay } from './overlay.ts'
import { publishedState } from './published-state.ts'

/** Reads all listings of a catalogue file, as /data/catalog.ndjson of the same build has them. */
export function readDatedCatalog(path: string, to: Addresses): DatedCatalog {
  const file = openCatalogFile(path)
  try {
    const { at } = publishedState(file, emptyOverlay(file), to)
    const listings = file.placesBySlug().map((place) => at(place))
    return {
      changedAt: new Date(file.cursor),
      slugs: listings.map(({ slug }) => slug),
      lines: listings.map((listing) => listing.detail()),
    }
  } finally {
    file.close()
  }
}
