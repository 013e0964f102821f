/** A listing split into JSON parts (see listing-parts.ts), from the file or the overlay. */
export interface StoredListing {
  id: string
  slug: string
  domain: string
  approvedAt: number
  tools: readonly number[]
  tag: string
  head: () => readonly string[]
  more: () => readonly string[]
}
