import { z } from 'zod'
import { LookupMatch } from '#contract/enums.ts'
import { catalogueRead, commonErrors, operation } from '#contract/operation.ts'
import { Slug, Uri, object, objects, resource } from '#contract/resources/fields.ts'
import { Lifecycle } from '#contract/resources/lifecycle.ts'
import { ProductTool } from '#contract/resources/tool.ts'

const Listed = resource('LookupListed', 'The website has an approved listing.', {
  listed: z.literal(true).describe('There is an approved listing.'),
  domain: z.string().describe('The host that was asked for, normalised.'),
  match: LookupMatch.describe(
    '`exact`: the host is the listing’s; `parent_domain`: the requested host is a subdomain of it.',
  ),
  product: object('The listing, in short.', {
    slug: Slug.describe('The slug of the product.'),
    name: z.string().describe('The product name.'),
    status: z.literal('approved').describe('Only approved listings answer.'),
    lifecycle: Lifecycle.describe('Whether it can still be used.'),
    tools: z.array(ProductTool).describe('The stack, in the order the listing gives.'),
  }),
  stack: objects('The same stack with the address of each tool page.', {
    slug: Slug.describe('The slug of the tool.'),
    name: z.string().describe('The tool name.'),
    category: Slug.describe('The slug of its category.'),
    href: Uri.describe('The page of the tool.'),
  }),
  listing_url: Uri.describe('The page to cite.'),
  next_action_code: z.null().describe('Nothing is left to do.'),
})

const NotListed = resource(
  'LookupNotListed',
  'The website has no approved listing. This is not an error.',
  {
    listed: z.literal(false).describe('There is no approved listing.'),
    domain: z.string().describe('The host that was asked for, normalised.'),
    match: z.null().describe('Nothing matched.'),
    product: z.null().describe('Nothing matched.'),
    stack: z.array(z.never()).describe('Empty.'),
    next_action_code: z.literal('SUBMIT_PRODUCT').describe('The product can be submitted.'),
    message: z.string().describe('What to do, in a sentence.'),
    submit_url: Uri.describe('Where to post a submission.'),
    submit_docs_url: Uri.describe('How to post a submission.'),
    repository_of: z
      .object({
        slug: Slug.describe('The slug of the product.'),
        listing_url: Uri.describe('The page to cite.'),
      })
      .optional()
      .describe('The listing of the product whose repository this is: do not submit it.'),
  },
)

/** The answer about one website: listed or not. */
export const LookupAnswer = z.discriminatedUnion('listed', [Listed, NotListed])

export const lookupByUrl = operation({
  ...catalogueRead,
  id: 'lookup_by_url',
  path: '/lookup',
  summary: 'Look up the stack behind a website',
  description:
    'Finds the approved listing of a website URL or bare domain. Scheme, `www.`, path and query are ignored; a subdomain falls back to its parent domain. On code hosts such as github.com the owner and repository belong to the domain.',
  query: z.object({
    url: z
      .string()
      .describe('A website URL or bare domain.')
      .meta({ examples: ['https://n8n.io'] }),
  }),
  responses: {
    200: { description: 'The listing, or an answer that there is none.', schema: LookupAnswer },
  },
  errors: ['invalid_request', ...commonErrors],
  cache: 'edge',
  guidance: 'Not being listed is an answer, not an error.',
  example: { query: { url: 'https://n8n.io/pricing' } },
})
