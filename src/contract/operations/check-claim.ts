import { z } from 'zod'
import { commonErrors, operation } from '#contract/operation.ts'
import { ClaimChecked, ClaimId } from '#contract/resources/claim.ts'

export const checkClaim = operation({
  id: 'check_claim',
  method: 'POST',
  path: '/claims/{claim}/check',
  summary: 'Look for the proof of a claim',
  description:
    'Looks now for the id of the claim in `proofstack.json` on the default branch of the repository, in `/.well-known/proofstack.json` of the website and in the DNS. The JSON needs `{"claim": "<id>"}`, a string or a list of strings; `for`, if it is there, names the masked address of the claim. Other fields are fine. Each place is answered with a code and a sentence.',
  params: z.object({ claim: ClaimId }),
  responses: { 200: { description: 'What was found.', schema: ClaimChecked } },
  errors: ['not_found', ...commonErrors],
  cache: 'never',
  bucket: 'submit',
  example: { params: { claim: '0f2c9a7be41d4f0c8d6e3b5a17f09c24' } },
})
