import { z } from 'zod'
import { fileAnswer, operation, response } from '#contract/operation.ts'
import { Uri, object, resource } from '#contract/resources/fields.ts'

const fields = z.record(z.string(), z.unknown())

const Endpoint = resource('SchemaEndpoint', 'An operation in the lightweight schema.', {
  id: z.string().describe('The name of the operation, and of its MCP tool if it has one.'),
  description: z.string().describe('What it does.'),
  params: fields.optional().describe('The parameters in its path.'),
  query: fields.optional().describe('The query parameters that it takes.'),
  headers: fields.optional().describe('The headers that it takes.'),
  body: fields.optional().describe('The fields of the body that it takes.'),
  responses: z
    .record(
      z.string(),
      z.object({
        description: z.string().describe('What the answer is.'),
        fields: fields.describe('Its fields with their types, two levels down.'),
      }),
    )
    .describe('What it answers with, by status.'),
  errors: z.array(z.int()).describe('The statuses with which it can fail.'),
})

export const getSchema = operation({
  id: 'get_schema',
  path: '/schema',
  summary: 'Read the lightweight schema',
  description:
    'Every operation in short: its parameters, its body and its answers, each field with its type. The OpenAPI document has all details.',
  responses: {
    200: response('The lightweight schema.', {
      format: z.string().describe('The name of this format, with its version.'),
      version: z.string().describe('The version of the format.'),
      base_url: Uri.describe('The root of the API.'),
      openapi_url: Uri.describe('Where the OpenAPI document is.'),
      llms_url: Uri.optional().describe('Where llms.txt is.'),
      docs_url: Uri.optional().describe('Where the documentation is.'),
      polling: object('How to follow the review of a submission.', {
        review_status_template: z
          .string()
          .describe('The address of a review status, with the slug and the e-mail in braces.'),
        recommended_interval_seconds: z.int().describe('How long to wait between requests.'),
        guidance: z.string().describe('The same in words.'),
      }),
      endpoints: z
        .record(z.string(), Endpoint)
        .describe('The operations by method and path, such as `GET /api/v1/tools`.'),
    }),
  },
  ...fileAnswer,
})
