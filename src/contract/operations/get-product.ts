import { z } from 'zod'
import { catalogueRead, commonErrors, operation } from '#contract/operation.ts'
import { Slug, resource } from '#contract/resources/fields.ts'
import { PendingProduct, ProductDetail } from '#contract/resources/product.ts'
import { Badge, reviewStatus } from '#contract/resources/review.ts'

export const ApprovedStatus = resource('ApprovedStatus', 'An approved product, for anyone.', {
  product: ProductDetail.describe('The listing.'),
  badge: Badge,
  ...reviewStatus,
})

export const PendingStatus = resource(
  'PendingStatus',
  'A pending product, for the e-mail that submitted it.',
  {
    product: PendingProduct.describe('The listing, as its submitter sees it.'),
    badge: Badge,
    ...reviewStatus,
  },
)

export const getProduct = operation({
  ...catalogueRead,
  id: 'get_product',
  path: '/products/{slug}',
  summary: 'Fetch a product or the review status of a submission',
  description:
    'Everything about an approved product. A pending one answers only with the submitter e-mail; without it the answer is that of an unknown slug. Poll at most once per 300 seconds.',
  params: z.object({ slug: Slug.describe('The slug of the product.') }),
  query: z.object({
    // Decisions, Caching: a malformed e-mail gets the same answer as one that does not match.
    email: z
      .string()
      .optional()
      .describe('The submitter e-mail, for a pending product.')
      .meta({ format: 'email' }),
  }),
  responses: {
    200: {
      description: 'The product and the status of its review.',
      schema: z.union([ApprovedStatus, PendingStatus]),
    },
  },
  errors: ['not_found', ...commonErrors],
  hasSnapshot: true,
  example: { params: { slug: 'n8n' } },
})
