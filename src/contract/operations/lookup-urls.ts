import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { bodyErrors, commonErrors, operation, response } from '#contract/operation.ts'
import { resource } from '#contract/resources/fields.ts'
import { LookupAnswer } from './lookup-by-url.ts'

const LookupProblem = resource('LookupProblem', 'An address that cannot be looked up.', {
  url: z.string().describe('The address as it was sent.'),
  error: z.string().describe('What is wrong with it.'),
})

export const lookupUrls = operation({
  id: 'lookup_urls',
  method: 'POST',
  path: '/lookup',
  summary: 'Look up the stacks behind many websites',
  description:
    'The answer of `GET /lookup` for each address, in order. Ten addresses count as one request.',
  body: z.object({
    urls: z
      .array(z.string())
      .min(1)
      .max(limits.lookup_urls)
      .describe('Website URLs or bare domains.'),
  }),
  responses: {
    200: response('The answers.', {
      results: z
        .array(z.union([LookupAnswer, LookupProblem]))
        .describe('One for each address, in the same order.'),
    }),
  },
  errors: ['invalid_request', ...bodyErrors, ...commonErrors],
  cache: 'never',
  bucket: 'catalogue_reads',
  isQuestion: true,
  example: { body: { urls: ['n8n.io', 'nobody.example'] } },
})
