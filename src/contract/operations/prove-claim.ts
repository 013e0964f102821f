import { z } from 'zod'
import { bodyErrors, commonErrors, operation } from '#contract/operation.ts'
import { ClaimChecked, ClaimId } from '#contract/resources/claim.ts'

/** Proves a claim by a token of GitHub Actions. */
export const proveClaim = operation({
  id: 'prove_claim',
  method: 'POST',
  path: '/claims/{claim}/oidc',
  summary: 'Prove a claim from GitHub Actions',
  description:
    'Takes an OpenID Connect token of a workflow (`permissions: id-token: write`) in the repository of the listing. Its audience is the address of this site; `repository_id` must be that of the repository, and each token is taken once. The answer is that of a check.',
  params: z.object({ claim: ClaimId }),
  body: z.object({
    token: z.string().max(16_384).describe('The token, as GitHub Actions gives it.'),
  }),
  responses: { 200: { description: 'What the token proves.', schema: ClaimChecked } },
  errors: ['invalid_request', 'not_found', ...bodyErrors, ...commonErrors],
  cache: 'never',
  bucket: 'submit',
  isTool: false,
  example: {
    params: { claim: '0f2c9a7be41d4f0c8d6e3b5a17f09c24' },
    body: { token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl' },
  },
})
