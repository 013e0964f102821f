import { z } from 'zod'
import { commonErrors, operation } from '#contract/operation.ts'
import { Slug } from '#contract/resources/fields.ts'
import { PendingProduct, ProductDetail } from '#contract/resources/product.ts'
import { Badge, reviewStatus } from '#contract/resources/review.ts'

/** What a status answer says of an approved product. */
export const ApprovedStatus = z
  .object({ product: ProductDetail.describe('The listing.'), badge: Badge, ...reviewStatus })
  .meta({ id: 'ApprovedStatus', description: 'An approved product, for anyone.' })

/** What it says of a pending one. */
export const PendingStatus = z
  .object({
    product: PendingProduct.describe('What its submitter sees of it.'),
    badge: Badge,
    ...reviewStatus,
  })
  .meta({
    id: 'PendingStatus',
    description: 'A pending product, for the e-mail that submitted it.',
  })

export const getProduct = operation({
  id: 'get_product',
  method: 'GET',
  path: '/products/{slug}',
  summary: 'Fetch a product or the review status of a submission',
  description:
    'An approved product is public. A pending one answers only with the submitter e-mail; without it the answer is that of an unknown slug. ExamplePhrase at most once per 300 seconds.',
  params: z.object({ slug: Slug.describe('The slug of the product.') }),
  query: z.object({
    // Decision, Reads: a malformed e-mail is one that does not match, never a different answer. So
    // any string is taken.
    email: z
      .string()
      .optional()
      .describe('The submitter e-mail, for a pending product.')
      .meta({ format: 'email' }),
  }),
  responses: {
    200: {
      description: 'The product and how its review stands.',
      schema: z.union([ApprovedStatus, PendingStatus]),
    },
  },
  errors: ['not_found', ...commonErrors],
  cache: 'dynamic',
  bucket: 'catalogue_reads',
  isTool: true,
  guidance:
    'Use it for everything about one product, or with the submitter e-mail to see how its review stands.',
  isStatic: false,
  hasSnapshot: true,
  example: { params: { slug: 'n8n' } },
})
