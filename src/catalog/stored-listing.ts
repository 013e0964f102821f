/** A listing in its parts, as the file or a change since has it. See listing-parts.ts. */
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
