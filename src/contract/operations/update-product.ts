import { z } from 'zod'
import { operation } from '#contract/operation.ts'
import { Slug } from '#contract/resources/fields.ts'
import { ApprovedStatus, PendingStatus } from './get-product.ts'
import { SubmissionBody } from './submit-product.ts'

const Proposed = z
  .object({
    success: z.literal(true).describe('The proposal was kept for an editor.'),
    slug: Slug.describe('The slug of the listing.'),
    status: z.literal('proposed').describe('What is public stays until an editor accepts it.'),
    changed_fields: z
      .array(z.string())
      .min(1)
      .describe('The fields that would change. A newer proposal replaces this one.'),
  })
  .meta({ id: 'Proposed', description: 'A change of an approved product that an editor decides.' })

/** Decision, Revision, and Change of an approved listing. Additive to the contract. */
export const updateProduct = operation({
  id: 'update_product',
  method: 'PUT',
  path: '/products/{slug}',
  summary: 'Change a product that is yours',
  description:
    'Replaces a pending submission, or proposes a change of an approved product, which an editor accepts or declines. The token is that of the manage link in the mails about the product. The body is that of a submission and is whole: a field that is left out is empty. The e-mail must stay the one that submitted it, and the referral code is not read again.',
  params: z.object({ slug: Slug.describe('The slug of the product.') }),
  headers: z.object({
    authorization: z
      .string()
      .optional()
      .describe('`Bearer` and the token of the manage link, which lasts 30 days.'),
  }),
  body: SubmissionBody,
  responses: {
    200: {
      description:
        'The product and how its review stands; nothing of it is public yet, or nothing would change.',
      schema: z.union([ApprovedStatus, PendingStatus]),
    },
    202: { description: 'The change waits for an editor.', schema: Proposed },
  },
  errors: [
    'invalid_request',
    'unknown_tools',
    'unauthorized',
    'duplicate_domain',
    'method_not_allowed',
    'body_too_large',
    'unsupported_media_type',
    'unsupported_encoding',
    'rate_limited',
    'internal',
    'restricted',
    'unavailable',
  ],
  cache: 'never',
  bucket: 'submit',
  isTool: false,
  credentials: 'manage_token',
  isStatic: false,
  example: {
    params: { slug: 'letterbox' },
    body: {
      name: 'Letterbox',
      url: 'https://letterbox.example',
      description: 'Answers letters while the post office sleeps, in forty languages.',
      email: 'ada@letterbox.example',
      tool_slugs: ['postgresql', 'typescript'],
    },
  },
})
