import { z } from 'zod'
import { ErrorCode } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import { ProductBrief } from '#contract/resources/product.ts'

/** The structured content of a failed call. */
export const ToolFailure = z.object({
  error_code: ErrorCode.describe('The stable code to branch on.'),
  message: z.string().describe('What is wrong and the way out.'),
  retry_after_seconds: z.int().optional().describe('How long to wait before trying again.'),
})
export type ToolFailure = z.infer<typeof ToolFailure>

export type ObjectSchema = { type: 'object'; [key: string]: unknown }
type Json = Record<string, unknown>

/**
 * Whole products have forty fields and changes four kinds. They are told by what they have in common
 * with the brief one and the shortest one.
 */
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
 * Decision, MCP: "an output schema is `type: object` with `anyOf` body and failure (a strict client
 * validates it even on errors)". It is what a client loads before its first call, so it is an
 * outline: an answer and what it lists with their types, and of what these hold the names. The
 * whole is in the OpenAPI document, and every answer is parsed by the contract's schema before it
 * leaves. Objects and closed sets of words are open: whoever holds an older list must not refuse
 * what is new. Only the codes of a failure are all there, since programs branch on them.
 */
export function outputSchema(operation: Operation): ObjectSchema {
  const bodies = Object.values(operation.responses).map(({ schema }) => schema)
  const whole = z.toJSONSchema(z.union([...bodies, ProductBrief]), { io: 'output' })
  // zod writes schemas as definitions, never `true` or `false`.
  const definitions = (whole.$defs ?? {}) as Record<string, Json>
  const used: Record<string, Json> = {}
  const outline = (schema: Json, depth: number): Json => {
    const reference = schema['$ref']
    if (typeof reference !== 'string') return portable(outlineOf(schema, depth, outline))
    const named = reference.replace('#/$defs/', '')
    const name = outlines[named] ?? named
    // What an answer lists has a name, so that two of a kind are told once.
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

/** The depth of what an answer holds or lists. Deeper objects are told by the names of their fields. */
const listed = 1

function outlineOf(schema: Json, depth: number, outline: (of: Json, depth: number) => Json): Json {
  const { type, const: only, required, items, additionalProperties } = schema
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const places = schema['prefixItems'] as Json[] | undefined
  const variants = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  // Names of fields are not keywords: a field may be called `description`.
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    outline(field, depth + 1),
  ])
  return {
    ...(type === undefined ? {} : { type }),
    ...(only === undefined || typeof only === 'string' ? {} : { const: only }),
    ...(fields.length > 0 && depth <= listed ? { properties: Object.fromEntries(fields) } : {}),
    // The fields of an entry are told once: with their types, or deeper by their names alone.
    ...(required === undefined || (depth === listed && fields.length > 0) ? {} : { required }),
    // What holds nothing needs no word on what.
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

// What `mcp-inspector --strict` asks for: hosts that translate schemas refuse a list of types.
function portable({ anyOf, type, ...rest }: Json): Json {
  if (Array.isArray(type)) return { anyOf: type.map((one: unknown) => ({ type: one, ...rest })) }
  const [only, ...others] = (anyOf ?? []) as Json[]
  if (only && others.length === 0) return only
  return { ...(type === undefined ? {} : { type }), ...rest, ...(anyOf ? { anyOf } : {}) }
}

// Answers that differ in one field alone, such as a product that is approved or pending, are told
// once.
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

// Whole and brief have one outline.
function different(variants: readonly Json[]): Json[] {
  return [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()]
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

// What names tools and domains is what a submission alone can be told.
function failure({ bucket }: Operation, outline: (of: Json, depth: number) => Json): Json {
  const isCode = (code: string) => bucket === 'submit' || !/SLUGS|DOMAIN/.test(code)
  const codes = ErrorCode.options.filter(isCode)
  const { properties, ...schema } = outline(z.toJSONSchema(ToolFailure) as Json, 0)
  // That a message is text needs no word: every tool would say it.
  const { message: _, ...told } = properties as Json
  return { ...schema, properties: { ...told, error_code: { type: 'string', enum: codes } } }
}
