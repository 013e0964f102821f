import { apiVersion } from '#contract/api-version.ts'
import { z } from 'zod'
import { operations } from '#contract/index.ts'
import { operation, response } from '#contract/operation.ts'
import { handling } from '#service/answer.ts'

// Decisions, Addresses: "`GET /api/v1` answers a small JSON index of the API". The OpenAPI
// document does not contain this operation.
const getIndex = operation({
  id: 'get_index',
  method: 'GET',
  path: '/',
  summary: 'The addresses of the API',
  description: 'Every operation with its method and address.',
  responses: {
    200: response('The addresses.', {
      name: z.string(),
      version: z.string(),
      endpoints: z.array(z.object({ method: z.string(), url: z.string(), summary: z.string() })),
    }),
  },
  errors: ['method_not_allowed', 'internal', 'restricted'],
  cache: 'dynamic',
  bucket: 'catalogue_reads',
  example: {},
})

/** GET /api/v1: lists every operation with its method and URL. */
export const apiIndex = handling(getIndex, (_call, { urls }) => {
  const endpoints = Object.values(operations).map(({ method, path, summary }) => ({
    method,
    url: `${urls.api}${path}`,
    summary,
  }))
  return { status: 200, body: { name: 'Proofstack', version: apiVersion, endpoints } }
})
