import { type Bitmap, bitsFrom, countBelow, hasBit } from './file/bitmap.ts'
import { firstPlace } from './file/read.ts'
import type { ChangedListing } from './overlay.ts'
import type { Place } from './questions.ts'

/** The requested page of a list: skip `offset` listings, return at most `limit`. */
export interface PageWindow {
  offset: number
  limit: number
}

/** One page in newest order: the listings of the file whose bits are set, merged with `added`. */
export function newestWindow(
  bits: Bitmap,
  added: readonly ChangedListing[],
  { offset, limit }: PageWindow,
): Place[] {
  // The index of each added listing in the merged list: after newer listings of the file and after
  // the additions before it.
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

/** An order of listings by a number, greatest first; equal numbers are in newest order. */
export interface Ranking {
  /** Positions of the file's listings, in this order. */
  places: Uint32Array
  /** The number to sort by: `at` for a position in the file, `of` for a listing of the overlay. */
  at: (n: number) => number
  of: (listing: ChangedListing) => number
}

/**
 * One page in the order of a `Ranking`, merged like `newestWindow`. `added` must be in newest
 * order.
 */
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
