import { type Bitmap, bitsFrom, countBelow, hasBit } from './file/bitmap.ts'
import { firstPlace } from './file/read.ts'
import type { ChangedListing } from './overlay.ts'
import type { Place } from './questions.ts'

/** Which part of a list is wanted. */
export interface PageWindow {
  offset: number
  limit: number
}

/** A page in newest order: the places of the file that match, with those that came in between. */
export function newestWindow(
  bits: Bitmap,
  added: readonly ChangedListing[],
  { offset, limit }: PageWindow,
): Place[] {
  // Where each addition stands in the whole list: behind what the file has before it.
  const places = added.map((listing, index) => countBelow(bits, listing.place) + index)
  const before = places.filter((place) => place < offset).length
  const inside = added.flatMap((listing, index) =>
    places[index]! >= offset && places[index]! < offset + limit
      ? [{ at: places[index]! - offset, listing }]
      : [],
  )
  const page: Place[] = bitsFrom(bits, offset - before, limit - inside.length)
  for (const { at, listing } of inside) page.splice(at, 0, listing)
  return page
}

/** The same in the order of views; ties are in newest order. */
export function popularWindow(
  bits: Bitmap,
  added: readonly ChangedListing[],
  { offset, limit }: PageWindow,
  popular: Uint32Array,
  viewsAt: (n: number) => number,
): Place[] {
  const ahead = added
    .map((listing) => ({
      listing,
      place: firstPlace(popular.length, (index) => isBehind(popular[index]!, listing, viewsAt)),
    }))
    .sort((a, b) => a.place - b.place || b.listing.viewCount - a.listing.viewCount)
  const page: Place[] = []
  let passed = 0
  let next = 0
  const take = (place: Place) => {
    if (passed >= offset) page.push(place)
    passed++
  }
  for (let index = 0; index <= popular.length && page.length < limit; index++) {
    while (next < ahead.length && ahead[next]!.place === index && page.length < limit)
      take(ahead[next++]!.listing)
    const n = popular[index]
    if (n !== undefined && page.length < limit && hasBit(bits, n)) take(n)
  }
  return page
}

function isBehind(n: number, listing: ChangedListing, viewsAt: (n: number) => number): boolean {
  const views = viewsAt(n)
  return views < listing.viewCount || (views === listing.viewCount && n >= listing.place)
}
