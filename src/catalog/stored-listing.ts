import type { ProductDetail, ProductListItem } from '#contract/resources/product.ts'

/** The fields of brief items that list items do not have. */
export const briefOnly = ['topics', 'lifecycle'] as const

/** The fields that are read without the rest of a listing: those of a list item, and `briefOnly`. */
export type HeadFields = Omit<ProductListItem, 'tools'> &
  Pick<ProductDetail, (typeof briefOnly)[number]>

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
