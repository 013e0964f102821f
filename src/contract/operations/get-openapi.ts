import { z } from 'zod'
import { fileAnswer, operation } from '#contract/operation.ts'
import { Uri } from '#contract/resources/fields.ts'

export const getOpenapi = operation({
  id: 'get_openapi',
  path: '/openapi',
  summary: 'Read the OpenAPI document',
  description: 'The OpenAPI 3.1 document of this API, made from the same source as its checks.',
  responses: {
    200: {
      description: 'The OpenAPI document.',
      // Loose, because linters check the whole document against the OpenAPI specification.
      schema: z.looseObject({
        openapi: z.literal('3.1.0').describe('The version of the OpenAPI specification.'),
        info: z
          .looseObject({
            title: z.string().describe('The name of the API.'),
            version: z.string().describe('The version of the document.'),
          })
          .describe('The name and version of the API.'),
        servers: z
          .array(z.looseObject({ url: Uri.describe('The root of the API.') }))
          .describe('Where the API is: one address.'),
        paths: z
          .record(z.string(), z.record(z.string(), z.unknown()))
          .describe('The operations by path and method.'),
        components: z
          .record(z.string(), z.record(z.string(), z.unknown()))
          .describe('Schemas and answers that the operations share.'),
      }),
    },
  },
  ...fileAnswer,
})
