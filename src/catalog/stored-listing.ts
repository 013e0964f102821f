/** A listing in its parts, from the file or the overlay. See listing-parts.ts. */
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
