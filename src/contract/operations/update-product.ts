import { z } from 'zod'
import { bodyErrors, commonErrors, operation } from '#contract/operation.ts'
import { Email, HttpUrl, Slug, resource, text } from '#contract/resources/fields.ts'
import { cleanBody } from '#contract/text.ts'
import { ApprovedStatus, PendingStatus } from './get-product.ts'
import { always, checkTogether, isObject, submissionFields } from './submit-product.ts'

/**
 * The fields of a change that editors often wrote: left out they stay as they are, and null or an
 * empty text empties them.
 */
export const keptFields = {
  overview: text(4000),
  launch_date: z.iso.date({ error: 'is not a day such as 2026-05-18' }),
  pricing_url: HttpUrl.refine((value) => value.startsWith('https://') && value.length <= 200, {
    error: 'is not an https URL of at most 200 characters',
  }),
}
export const keptNames = Object.keys(keptFields) as (keyof typeof keptFields)[]

/** The body of a change: a submission with the fields that only a change has. */
export const ChangeBody = z.preprocess(
  (value) => {
    const cleaned = cleanBody(value)
    if (!isObject(value) || !isObject(cleaned)) return cleaned
    const emptied = keptNames.filter((name) => name in value && !(name in cleaned))
    return { ...cleaned, ...Object.fromEntries(emptied.map((name) => [name, null])) }
  },
  z
    .object(submissionFields)
    .extend({
      email: Email.optional().describe('The e-mail that submitted it; the token names it, too.'),
      overview: keptFields.overview
        .nullable()
        .optional()
        .describe('A longer text about the product, in paragraphs.'),
      launch_date: keptFields.launch_date
        .nullable()
        .optional()
        .describe('The day of its launch, as YYYY-MM-DD.'),
      pricing_url: keptFields.pricing_url
        .nullable()
        .optional()
        .describe('Its page with prices, on https.'),
      message: text(1000)
        .optional()
        .describe('A word to the editor who reads the change; never published.'),
    })
    .superRefine(checkTogether, always()),
)
export type ChangeBody = z.output<typeof ChangeBody>

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

/** An owner changes a listing. Decisions, Manage link; Decisions, Proposals. */
export const updateProduct = operation({
  id: 'update_product',
  method: 'PUT',
  path: '/products/{slug}',
  summary: 'Change a product that is yours',
  description:
    'Replaces a pending submission, or proposes a change of an approved product, which an editor accepts or declines. The token is that of the manage link in the mails about the product. The body is a complete submission: a field that is left out becomes empty, but topics, overview, launch_date and pricing_url stay as they are. The e-mail may be left out, and cannot be changed; the referral code is not read again.',
  params: z.object({ slug: Slug.describe('The slug of the product.') }),
  headers: z.object({
    authorization: z
      .string()
      .optional()
      .describe('`Bearer` and the token of the manage link, which lasts 30 days.'),
  }),
  body: ChangeBody,
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
