import { z } from 'zod'
import { operations } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'

/**
 * The lightweight summary of the API, read off the same contract as the OpenAPI document. Decision,
 * Discovery.
 */
export function lightweightSchema(to: { api: string; site: string }) {
  const endpoints = (Object.values(operations) as Operation[]).map((operation) => {
    const { method, path, description, query, headers, body, responses } = operation
    const shapes = Object.entries(responses).map(([status, { description: text, schema }]) => [
      status,
      { description: text, fields: fieldsOf(schema) },
    ])
    const entry = {
      id: operation.id,
      description,
      ...(query ? { query: fieldsIn(query) } : {}),
      ...(headers ? { headers: fieldsIn(headers) } : {}),
      ...(body ? { body: fieldsIn(body) } : {}),
      responses: Object.fromEntries(shapes) as Record<string, unknown>,
    }
    return [`${method} /api/v1${path}`, entry] as const
  })
  return {
    format: 'reviewed-directory-lightweight-schema/v1',
    version: '1',
    base_url: to.api,
    openapi_url: `${to.api}/openapi`,
    llms_url: `${to.site}/llms.txt`,
    docs_url: `${to.site}/docs`,
    polling: {
      review_status_template: `${to.api}/products/{slug}?email={email}`,
      recommended_interval_seconds: limits.polling_interval_seconds,
      guidance:
        'Ask at most once per 300 seconds, and less often while the state is unchanged. An approval ends it.',
    },
    endpoints: Object.fromEntries(endpoints),
  }
}

/** Each field with its type, whether it is required, and what it is for. */
function fieldsIn(schema: z.ZodType): Record<string, unknown> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  const entries = Object.entries(properties).map(([name, field]) => {
    const {
      description,
      type,
      format,
      maxLength,
      minimum,
      maximum,
      default: value,
      const: only,
    } = field as z.core.JSONSchema.BaseSchema
    const options = (field as z.core.JSONSchema.BaseSchema).enum
    return [
      name,
      {
        type,
        format,
        enum: options,
        const: only,
        maxLength,
        minimum,
        maximum,
        default: value,
        required: required.includes(name),
        description,
      },
    ]
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

/** The fields of an answer by name; a union has those of all its variants. */
function fieldsOf(schema: z.ZodType): string[] {
  const { properties, anyOf, oneOf, $defs, $ref } = z.toJSONSchema(schema, { io: 'output' })
  const variants = [...(anyOf ?? []), ...(oneOf ?? []), ...($ref ? [{ $ref }] : [])].map(
    (variant) => (variant.$ref ? ($defs?.[variant.$ref.replace('#/$defs/', '')] ?? {}) : variant),
  )
  return [
    ...new Set([
      ...Object.keys(properties ?? {}),
      ...variants.flatMap((variant) => Object.keys(variant.properties ?? {})),
    ]),
  ]
}
