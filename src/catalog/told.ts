import { type Told, toldBy } from '#core/alike.ts'
import { keepLast } from '#core/keep-last.ts'
import { onceFor } from '#core/once.ts'
import type { CatalogFile, StoredListing } from './file/read.ts'
import { headValue } from './listing-parts.ts'
import type { Overlay } from './overlay.ts'

/** Of so many listings it is kept, some 14 MB: each question compares a hundred, and to fold the phrases of one takes 0.1 ms. */
const mostTold = 20_000

const nothing: Told = new Uint32Array()

// The file never changes, so what is kept of it outlives what changed since.
const keptOf = onceFor((_file: CatalogFile) => keepLast<string, Told>(mostTold))

const toldOf = onceFor((listing: StoredListing) =>
  toldBy([
    ...listing.asks(),
    headValue(listing.head(), 'name'),
    headValue(listing.head(), 'description'),
  ]),
)

/** What questions are compared with, by slug; nothing for what is not listed. */
export function toldIn(file: CatalogFile, overlay: Overlay): (slug: string) => Told {
  const keep = keptOf(file)
  const inFile = (slug: string) => {
    const place = file.placeOfSlug(slug)
    return place === undefined ? nothing : toldOf(file.at(place))
  }
  return (slug) => {
    const changed = overlay.bySlug.get(slug)
    if (changed === undefined) return keep(slug, () => inFile(slug))
    return changed ? toldOf(changed) : nothing
  }
}
