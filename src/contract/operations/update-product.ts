import { z } from 'zod'
import { bodyErrors, commonErrors, operation } from '#contract/operation.ts'
import { Slug, resource } from '#contract/resources/fields.ts'
import { ApprovedStatus, PendingStatus } from './get-product.ts'
import { SubmissionBody } from './submit-product.ts'

const Proposed = resource(
  'Proposed',
  'A proposed change of an approved product, for an editor to decide.',
  {
    success: z.literal(true).describe('The proposal was kept for an editor.'),
    slug: Slug.describe('The slug of the listing.'),
    status: z
      .literal('proposed')
      .describe('The public listing stays as it is until an editor accepts.'),
    changed_fields: z
      .array(z.string())
      .min(1)
      .describe('The fields that would change. A newer proposal replaces this one.'),
  },
)

/** An owner changes a listing. Decision 33, Revision and Change of an approved listing. */
export const updateProduct = operation({
  id: 'update_product',
  method: 'PUT',
  path: '/products/{slug}',
  summary: 'Change a product that is yours',
  description:
    'Replaces a pending submission, or proposes a change of an approved product, which an editor accepts or declines. The token is that of the manage link in the mails about the product. The body is a complete submission: a field that is left out becomes empty. The e-mail must stay the one that submitted it, and the referral code is not read again.',
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
      description: 'The pending product as changed, or a product without changes.',
      schema: z.union([ApprovedStatus, PendingStatus]),
    },
    202: { description: 'The change waits for an editor.', schema: Proposed },
  },
  errors: [
    'invalid_request',
    'unknown_tools',
    'unauthorized',
    'duplicate_domain',
    ...bodyErrors,
    ...commonErrors,
  ],
  cache: 'never',
  bucket: 'submit',
  isTool: false,
  credentials: 'manage_token',
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
