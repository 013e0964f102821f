import { z } from 'zod'
import { ClaimReviewStatus } from '#contract/enums.ts'
import { Slug, Timestamp, Uri, object, resource } from './fields.ts'

const common = {
  id: z.uuid().describe('The id of the item.'),
  timestamp: Timestamp.describe('When it was published. Unique, and later than all before it.'),
  product: object('The product that changed.', {
    slug: Slug.describe('The slug of the product.'),
    name: z.string().describe('The product name.'),
    listing_url: Uri.describe('The page to cite.'),
    website_url: Uri.describe('The product homepage.'),
  }),
}

const ProductApproved = resource('ProductApproved', 'A pending product was approved.', {
  ...common,
  type: z.literal('product_approved').describe('A pending product was approved.'),
  approved_at: Timestamp.describe('When it was approved.'),
})

const ClaimReviewUpdated = resource('ClaimReviewUpdated', 'The review of a claim changed.', {
  ...common,
  type: z.literal('claim_review_updated').describe('The review of a claim changed.'),
  claim_review_status: ClaimReviewStatus.describe('How the review stands now.'),
  claim_reviewed_at: Timestamp.describe('When it was reviewed.'),
})

const WeeklyIssuePublished = resource(
  'WeeklyIssuePublished',
  'A weekly issue was published; `product` is its lead.',
  {
    ...common,
    type: z
      .literal('weekly_issue_published')
      .describe('A weekly issue was published; `product` is its lead.'),
    issue: object('The issue.', {
      number: z.int().min(1).describe('The number of the issue.'),
      slug: Slug.describe('The slug of the issue.'),
      title: z.string().describe('Its title.'),
      url: Uri.describe('Its page.'),
      product_slugs: z.array(Slug).describe('The products in it, in order.'),
    }),
  },
)

/** One item of the changelog. */
export const Change = z.discriminatedUnion('type', [
  ProductApproved,
  ClaimReviewUpdated,
  WeeklyIssuePublished,
])
export type Change = z.infer<typeof Change>

const ProductRemoved = resource(
  'ProductRemoved',
  'A product is no longer listed. Only with `include=removals`.',
  {
    id: common.id,
    timestamp: common.timestamp,
    product: object('The removed product.', {
      slug: Slug.describe('The slug of the product; it is not reused.'),
    }),
    type: z.literal('product_removed').describe('A product is no longer listed.'),
  },
)

/** One item of the changelog with `include=removals`. */
export const ChangeOrRemoval = z.discriminatedUnion('type', [...Change.options, ProductRemoved])
export type ChangeOrRemoval = z.infer<typeof ChangeOrRemoval>
