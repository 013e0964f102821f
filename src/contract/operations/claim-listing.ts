import { z } from 'zod'
import { bodyErrors, commonErrors, operation } from '#contract/operation.ts'
import { ClaimStarted } from '#contract/resources/claim.ts'
import { Email, HttpUrl, Slug } from '#contract/resources/fields.ts'
import { cleanBody } from '#contract/text.ts'

const oneOf = 'or url must be given, and not both'

const Body = z.preprocess(
  (value) => cleanBody(value),
  z
    .object({
      slug: Slug.optional().describe('The slug of a public listing.'),
      url: HttpUrl.optional().describe('The homepage of a product that may not be public yet.'),
      email: Email.describe('Your e-mail, for the manage link; never published.'),
    })
    .superRefine(({ slug, url }, context) => {
      if ((slug === undefined) === (url === undefined))
        context.addIssue({ code: 'custom', path: ['slug'], message: oneOf })
    }),
)

/** Starts a claim of ownership. Decisions, Claims. */
export const claimListing = operation({
  id: 'claim_listing',
  method: 'POST',
  path: '/claims',
  summary: 'Claim a listing that is yours',
  description:
    'Starts a claim of ownership, without an account. Publish the id of the claim in one of the places that the answer names, then POST to `check_url`. A mail holds the same and a manage link, which opens nothing until a proof was seen. A claim by url is answered the same whether the product is known or not.',
  body: Body,
  responses: {
    202: { description: 'The claim waits for a proof.', schema: ClaimStarted },
  },
  errors: ['invalid_request', 'not_found', ...bodyErrors, ...commonErrors],
  cache: 'never',
  bucket: 'submit',
  example: { body: { slug: 'n8n', email: 'ada@letterbox.example' } },
})
