import type { z } from 'zod'
import { apiRoot } from '#contract/api-version.ts'
import { errors } from '#contract/errors.ts'
import { allOperations } from '#contract/index.ts'
import {
  type JsonSchema,
  itemsOf,
  jsonSchema,
  resolved,
  variantsOf,
} from '#contract/json-schema.ts'
import { limits } from '#contract/limits.ts'
import type { Addresses } from '#core/addresses.ts'

/**
 * A short description of the API as JSON. Like the OpenAPI document it is generated from the
 * contract.
 */
export function lightweightSchema(to: Addresses) {
  const endpoints = allOperations.map((operation) => {
    const { method, path, description, params, query, headers, body, responses } = operation
    const shapes = Object.entries(responses).map(([status, { description: text, schema }]) => [
      status,
      { description: text, fields: fieldsOf(schema) },
    ])
    const entry = {
      id: operation.id,
      description,
      ...(params && { params: fieldsIn(params) }),
      ...(query && { query: fieldsIn(query) }),
      ...(headers && { headers: fieldsIn(headers) }),
      ...(body && { body: fieldsIn(body) }),
      responses: Object.fromEntries(shapes) as Record<string, unknown>,
      errors: [...new Set(operation.errors.map((kind) => errors[kind].status))].sort(),
    }
    return [`${method} ${apiRoot}${path}`, entry] as const
  })
  return {
    format: 'reviewed-directory-lightweight-schema/v1',
    version: '1',
    base_url: to.api,
    openapi_url: to.openapi,
    llms_url: to.llms,
    docs_url: to.docs,
    polling: {
      review_status_template: to.reviewStatusTemplate,
      recommended_interval_seconds: limits.polling_interval_seconds,
      guidance:
        'Ask at most once per 300 seconds, and less often while the state is unchanged. An approval ends it.',
    },
    endpoints: Object.fromEntries(endpoints),
  }
}

/** The fields of a request: type, bounds, whether it is required, and description. */
function fieldsIn(schema: z.ZodType): Record<string, unknown> {
  const [variant] = variantsOf(jsonSchema(schema, 'input'))
  return Object.fromEntries(
    variant!.fields.map(({ name, schema: field, isRequired: required, description }) => {
      const { type, format, maxLength, minimum, maximum, default: value } = field
      const bounds = { maxLength, minimum, maximum, default: value }
      const closed = { enum: field.enum, const: field.const }
      return [name, { type, format, ...closed, ...bounds, required, description }]
    }),
  )
}

/** The fields of an answer with their types; a union has the fields of all its variants. */
function fieldsOf(schema: z.ZodType): Record<string, unknown> {
  const root = jsonSchema(schema, 'output')
  return shapesOf(root, root, deepest)
}

// How deep answers are described: the fields of the answer and of the objects in it. Deeper fields
// are only in the OpenAPI document.
const deepest = 2

function shapesOf(root: JsonSchema, node: JsonSchema, depth: number): Record<string, unknown> {
  const fields = variantsOf(root, node).flatMap((variant) => variant.fields)
  const together = Map.groupBy(fields, ({ name }) => name)
  return Object.fromEntries(
    [...together].map(([name, same]) => {
      const shapes = same.map(({ schema }) => shapeOf(root, schema, depth))
      const different = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
      return [name, different.length > 1 ? { anyOf: different } : different[0]]
    }),
  )
}

function shapeOf(root: JsonSchema, field: JsonSchema, depth: number): Record<string, unknown> {
  const node = resolved(root, field)
  if (node.anyOf) {
    const shapes = node.anyOf.map((one) => shapeOf(root, one as JsonSchema, depth))
    const [first, second] = shapes
    // In short, where a plain value may be null.
    const isPlain = first?.['format'] !== undefined && second?.['type'] === 'null'
    return isPlain ? { ...first, type: [first['type'], 'null'] } : { anyOf: shapes }
  }
  const { type, format, enum: options, const: only } = node
  const items = itemsOf(node)
  const isObject = variantsOf(root, node).some(({ fields }) => fields.length > 0)
  return {
    type: type ?? 'object',
    format,
    enum: options,
    const: only,
    ...(items ? { items: shapeOf(root, items, depth) } : {}),
    ...(isObject && depth > 0 ? { fields: shapesOf(root, node, depth - 1) } : {}),
  }
}
