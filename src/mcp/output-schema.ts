import { z } from 'zod'
import { ErrorCode } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { ProductBrief } from '#contract/resources/product.ts'

/** The structured content of a failed call of a tool. */
export const ToolFailure = z.object({
  error_code: ErrorCode.describe('The stable code to branch on.'),
  message: z.string().describe('What is wrong and the way out.'),
  retry_after_seconds: z.int().optional().describe('How long to wait before trying again.'),
})
export type ToolFailure = z.infer<typeof ToolFailure>

export type ObjectSchema = { type: 'object'; [key: string]: unknown }
type Json = Record<string, unknown>

/** Definitions that output schemas replace by a similar one (key by value), to be shorter. */
const outlines: Readonly<Record<string, string>> = {
  ProductListItem: 'ProductBrief',
  ProductDetail: 'ProductBrief',
  ProductTool: 'ToolName',
  RecommendationBrief: 'Recommendation',
  ComparisonBrief: 'Comparison',
  ProductApproved: 'ProductRemoved',
  ClaimReviewUpdated: 'ProductRemoved',
  WeeklyIssuePublished: 'ProductRemoved',
}

/**
 * Decisions, MCP: "an output schema is `type: object` with `anyOf` body and failure (a strict
 * client validates it even on errors)". Clients load it before their first call, so it is shorter
 * than the OpenAPI document: it has the types of the answer's fields, and for deeper objects only
 * the names of their fields. Objects and enums are open, so that older clients accept new values;
 * only the codes of failures are closed.
 */
export function outputSchema(operation: Operation): ObjectSchema {
  const bodies = Object.values(operation.responses).map(({ schema }) => schema)
  const whole = z.toJSONSchema(z.union([...bodies, ProductBrief]), { io: 'output' })
  // The cast is safe: zod writes definitions as objects, never as `true` or `false`.
  const definitions = (whole.$defs ?? {}) as Record<string, Json>
  const used: Record<string, Json> = {}
  const outline = (schema: Json, depth: number): Json => {
    const reference = schema['$ref']
    if (typeof reference !== 'string') return portable(outlineOf(schema, depth, outline))
    const named = reference.replace('#/$defs/', '')
    const name = outlines[named] ?? named
    // The items of lists become definitions, so that each is written only once.
    if (depth !== listed) return outline(definitions[name]!, depth)
    used[name] ??= outline(definitions[name]!, depth)
    return { $ref: `#/$defs/${name}` }
  }
  const answers = (whole.anyOf as Json[])
    .slice(0, -1)
    .map((body) => outline(body, 0))
    .flatMap((body) => (body['anyOf'] as Json[] | undefined) ?? [body])
  return {
    type: 'object',
    anyOf: [...joined(answers), failure(operation, outline)],
    ...(Object.keys(used).length > 0 ? { $defs: used } : {}),
  }
}

/** The depth at which items of lists are. Deeper objects only have the names of their fields. */
const listed = 1

function outlineOf(schema: Json, depth: number, outline: (of: Json, depth: number) => Json): Json {
  const { type, const: only, required, items, additionalProperties } = schema
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const places = schema['prefixItems'] as Json[] | undefined
  const variants = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    outline(field, depth + 1),
  ])
  return {
    ...(type === undefined ? {} : { type }),
    ...(only === undefined || typeof only === 'string' ? {} : { const: only }),
    ...(fields.length > 0 && depth < listed ? { properties: Object.fromEntries(fields) } : {}),
    ...(required === undefined ? {} : { required }),
    // `not` in `items` means that the list is always empty.
    ...(isSchema(items) && !items['not'] ? { items: outline(items, depth) } : {}),
    ...(places
      ? {
          prefixItems: places.map((place) => outline(place, depth)),
          minItems: places.length,
          maxItems: places.length,
        }
      : {}),
    ...(isSchema(additionalProperties)
      ? { additionalProperties: outline(additionalProperties, depth + 1) }
      : {}),
    ...(variants ? { anyOf: different(variants.map((one) => outline(one, depth))) } : {}),
  }
}

// Some MCP clients refuse a list of types, as `mcp-inspector --strict` reports. So `anyOf` replaces
// it.
function portable({ anyOf, type, ...rest }: Json): Json {
  if (Array.isArray(type)) return { anyOf: type.map((one: unknown) => ({ type: one, ...rest })) }
  const [only, ...others] = (anyOf ?? []) as Json[]
  if (only && others.length === 0) return only
  return { ...(type === undefined ? {} : { type }), ...rest, ...(anyOf ? { anyOf } : {}) }
}

// Merges two answers that differ in only one field, such as an approved and a pending product.
function joined(answers: readonly Json[]): Json[] {
  const [one, other, ...more] = answers
  if (!one || !other || more.length > 0) return [...answers]
  const [fields, others] = [one, other].map(({ properties }) => properties as Record<string, Json>)
  const names = Object.keys(fields!)
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const differing = names.filter((name) => !isSame(fields![name], others![name]))
  const [name] = differing
  if (differing.length !== 1 || !isSame(names, Object.keys(others!))) return [...answers]
  const anyOf = [fields![name!]!, others![name!]!]
  return [{ ...one, properties: { ...fields, [name!]: { anyOf } } }]
}

// Removes duplicates: the full and the brief variant of an answer may have the same outline.
function different(variants: readonly Json[]): Json[] {
  return [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()]
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

// The schema of a failure. Error codes for slugs and domains are left out, except for submissions:
// other tools never fail with them.
function failure({ bucket }: Operation, outline: (of: Json, depth: number) => Json): Json {
  const isCode = (code: string) => bucket === 'submit' || !/SLUGS|DOMAIN/.test(code)
  const codes = ErrorCode.options.filter(isCode)
  const schema = outline(z.toJSONSchema(ToolFailure) as Json, 0)
  // The types of the other fields are left out, which saves space in the schema of every tool.
  return { ...schema, properties: { error_code: { enum: codes } } }
}
