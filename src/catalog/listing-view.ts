import type { ProductBrief, ProductDetail } from '#contract/resources/product.ts'
import type { Faced } from '#present/face.ts'
import type { ListingView } from '#present/present.ts'
import type { Listing } from './questions.ts'

/** A listing as the API returns it. Its JSON was checked when the catalogue was written. */
export function detailOf(listing: Listing): ProductDetail {
  return JSON.parse(listing.detail()) as ProductDetail
}

/** A listing in the brief form of the API, here always with its topics. */
export function briefOf(listing: Listing): ProductBrief & Faced {
  return JSON.parse(listing.brief()) as ProductBrief & Faced
}

/** A listing with everything that its page shows, as HTML or Markdown. */
export function viewOf(listing: Listing): ListingView {
  return {
    product: detailOf(listing),
    domain: listing.domain,
    evidence: listing.evidence(),
    correctedAt: listing.correctedAt(),
  }
}
