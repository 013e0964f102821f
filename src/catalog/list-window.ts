import { type Bitmap, bitsFrom, countBelow, hasBit } from './file/bitmap.ts'
import { firstPlace } from './file/read.ts'
import type { ChangedListing } from './overlay.ts'
import type { Place } from './questions.ts'

/** The requested part of a list. */
export interface PageWindow {
  offset: number
  limit: number
}

/** A page in newest order: matching places of the file, merged with the listings of the overlay. */
export function newestWindow(
  bits: Bitmap,
  added: readonly ChangedListing[],
  { offset, limit }: PageWindow,
): Place[] {
  // The index of each addition in the whole list: after the rows of the file that are newer.
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

/** A sort key, greatest first; ties are in newest order. */
export interface Ranking {
  /** The places of the file in this order. */
  places: Uint32Array
  /** The number of a place of the file, and of a listing that came in between. */
  at: (n: number) => number
  of: (listing: ChangedListing) => number
}

/** The same for a sort key. `additions` are in newest order. */
export function rankedWindow(
  bits: Bitmap,
  added: readonly ChangedListing[],
  { offset, limit }: PageWindow,
  { places, at, of }: Ranking,
): Place[] {
  const isBehind = (n: number, listing: ChangedListing) =>
    at(n) < of(listing) || (at(n) === of(listing) && n >= listing.place)
  const ahead = added
    .map((listing) => ({
      listing,
      place: firstPlace(places.length, (index) => isBehind(places[index]!, listing)),
    }))
    .sort((a, b) => a.place - b.place || of(b.listing) - of(a.listing))
  const page: Place[] = []
  let passed = 0
  let next = 0
  const take = (place: Place) => {
    if (passed >= offset) page.push(place)
    passed++
  }
  for (let index = 0; index <= places.length && page.length < limit; index++) {
    while (next < ahead.length && ahead[next]!.place === index && page.length < limit)
      take(ahead[next++]!.listing)
    const n = places[index]
    if (n !== undefined && page.length < limit && hasBit(bits, n)) take(n)
  }
  return page
}
